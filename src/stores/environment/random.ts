/** Random hex digits, an even number of them. On plain http there is no `randomUUID`. */
export const randomHex = (digits: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(digits / 2)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** A time of about `millis`, a fifth more or less by chance, so that many browsers don't do the same at once. */
export const spread = (millis: number): number => millis * (0.8 + 0.4 * Math.random());
