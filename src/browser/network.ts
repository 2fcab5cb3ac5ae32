import { atom } from 'nanostores';
import { isThisComputer, NETWORK_PATH, parseOrigins, type Network } from '../core/site/network.ts';
import { onBrowserMount } from './browser-mount.ts';

/** Null if this page's own address works on other devices, and until the server has answered. */
export const $network = atom<Network | null>(null);

/** Only the embedded server runs on the computer in the page's address. */
const askServer = async (): Promise<readonly string[]> => {
  if (import.meta.env.PUBLIC_SUPABASE_URL) return [];
  const answer = await fetch(NETWORK_PATH);
  return answer.ok ? parseOrigins(await answer.json()) : [];
};

/** Fetched each time an address is shown, because a computer's addresses change. */
onBrowserMount($network, () => {
  if (isThisComputer(location.hostname)) {
    void askServer()
      .catch((): readonly string[] => [])
      .then((origins) => {
        const chosen = $network.get()?.chosen ?? null;
        const isStill = chosen !== null && origins.includes(chosen);
        $network.set({ origins, chosen: isStill ? chosen : (origins[0] ?? null) });
      });
  }
  return undefined;
});

/** Shows addresses with a different one of the site's origins. */
export const chooseOrigin = (chosen: string): void => {
  const network = $network.get();
  if (network) $network.set({ ...network, chosen });
};
