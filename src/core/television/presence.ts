/** A television asks every 45 seconds, and that is noted to half a minute. */
const SILENCE_MILLIS = 120_000;

/** Whether a television was heard of lately. */
export const isThere = ({ seenAtMillis }: { readonly seenAtMillis: number }, nowMillis: number): boolean =>
  nowMillis - seenAtMillis < SILENCE_MILLIS;
