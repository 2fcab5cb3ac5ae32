import { copyText } from './clipboard.ts';
import type { SnapshotBrowser } from './site/snapshot.ts';

const loadImage = (address: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    image.referrerPolicy = 'no-referrer';
    image.addEventListener('load', () => resolve());
    image.addEventListener('error', () => reject(new Error(`No picture at ${address}`)));
    signal.addEventListener('abort', () => {
      // Stops the download as well.
      image.removeAttribute('src');
      reject(new Error('The picture is no longer wanted'));
    });
    image.src = address;
  });

/** What the snapshot viewer needs, by this browser. */
export const snapshotBrowser: SnapshotBrowser = {
  fetch: (address, options) => fetch(address, options),
  loadImage,
  // Plain http has no sharing: the call then throws, which an async function turns into a rejection.
  share: async (data) => navigator.share(data),
  copyText,
  pageAddress: () => location.href,
  goTo: (address) => location.assign(address),
  now: () => Date.now(),
};
