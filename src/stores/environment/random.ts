/** Random hex digits, an even number of them. On plain http there is no `randomUUID`. */
export const randomHex = (digits: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(digits / 2)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
