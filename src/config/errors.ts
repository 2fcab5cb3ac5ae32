/** The environment setting for where errors of browsers are sent; empty means nowhere. */
interface ErrorSettings {
  readonly PUBLIC_ERRORS_URL?: string | undefined;
}

/** Where errors of browsers are sent; null for nowhere. Throws at build time if the setting isn't an address. */
export const errorsAddress = ({ PUBLIC_ERRORS_URL: address = '' }: ErrorSettings): URL | null =>
  address === '' ? null : new URL(address);
