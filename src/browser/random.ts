/** Random hex digits, an even number of them. `randomUUID` doesn't exist over plain http. */
export const randomHex = (digits: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(digits / 2)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** A version 4 UUID whose first twelve digits are the device's. */
export const randomId = (device: string): string => {
  const rest = randomHex(18);
  return `${device.slice(0, 8)}-${device.slice(8)}-4${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6)}`;
};

const SECRET_DIGITS = 48;

/** A new secret for a television or a device. */
export const newSecret = (): string => randomHex(SECRET_DIGITS);
