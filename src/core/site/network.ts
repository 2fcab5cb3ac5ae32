/** The path where the embedded server lists the origins by which the network reaches it. */
export const NETWORK_PATH = '/admin/v1/network';

/** How other devices reach a site that was opened under an address that works only on its own computer. */
export interface Network {
  /** The site's origins on the network. */
  readonly origins: readonly string[];
  /** The origin to show. */
  readonly chosen: string | null;
}

/** Whether a host name refers to the computer itself, on any device. */
export const isThisComputer = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

/** The origins in the embedded server's answer; empty if the answer is invalid. */
export const parseOrigins = (answer: unknown): readonly string[] => {
  const { origins } = (answer ?? {}) as { origins?: unknown };
  return (Array.isArray(origins) ? origins : []).filter(
    (origin): origin is string => typeof origin === 'string' && /^https?:\/\/[^/?#\s]+$/.test(origin),
  );
};

/** An address of this site in the form that other devices can open, if known. */
export const onNetwork = (network: Network | null, address: string): string =>
  network?.chosen ? network.chosen + address.slice(new URL(address).origin.length) : address;
