/** Where the embedded server says by which origins its network reaches it. */
export const NETWORK_PATH = '/admin/v1/network';

/** Where devices on the network reach a site whose page was opened by an address that works on its own computer only. */
export interface Network {
  /** The site's origins there. */
  readonly origins: readonly string[];
  /** The one that is shown. */
  readonly chosen: string | null;
}

/** Whether a page's host name means the computer itself, on whichever device it is opened. */
export const isThisComputer = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

/** The origins in the embedded server's answer; none if it isn't one. */
export const parseOrigins = (answer: unknown): readonly string[] => {
  const { origins } = (answer ?? {}) as { origins?: unknown };
  return (Array.isArray(origins) ? origins : []).filter(
    (origin): origin is string => typeof origin === 'string' && /^https?:\/\/[^/?#\s]+$/.test(origin),
  );
};

/** An address of this site as other devices can open it, if that is known. */
export const onNetwork = (network: Network | null, address: string): string =>
  network?.chosen ? network.chosen + address.slice(new URL(address).origin.length) : address;
