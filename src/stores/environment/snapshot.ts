import { snapshotHost, type SnapshotHost } from '../../config/snapshot.ts';
import { browser, type Environment } from './browser.ts';

export interface SnapshotEnvironment extends Environment {
  /** Where pictures come from. */
  readonly host: () => SnapshotHost;
  readonly fetch: (address: string, options: RequestInit) => Promise<Pick<Response, 'text'>>;
  /** Loads a picture without a referrer; rejects when it can't, or when `signal` is aborted. */
  readonly loadImage: (address: string, signal: AbortSignal) => Promise<void>;
}

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

/** The snapshot viewer's world: this browser, and the pictures' host by the settings. */
export const snapshotEnvironment: SnapshotEnvironment = {
  ...browser,
  host: () => snapshotHost(import.meta.env, location.origin),
  fetch: (address, options) => fetch(address, options),
  loadImage,
};
