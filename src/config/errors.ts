/** The environment setting for the address of error reports; empty for none. */
interface ErrorSettings {
  readonly PUBLIC_ERRORS_URL?: string | undefined;
}

/**
 * The address for browsers' error reports; null for none. Throws at build time if the setting isn't a valid address.
 */
export const errorsAddress = ({ PUBLIC_ERRORS_URL: address = '' }: ErrorSettings): URL | null =>
  address === '' ? null : new URL(address);
