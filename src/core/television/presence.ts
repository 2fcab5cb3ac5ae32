/** A television polls every 45 seconds, and the server records that to half a minute. */
const SILENCE_MILLIS = 120_000;

/** Whether a television was heard from recently. */
export const isThere = ({ seenAtMillis }: { readonly seenAtMillis: number }, nowMillis: number): boolean =>
  nowMillis - seenAtMillis < SILENCE_MILLIS;
