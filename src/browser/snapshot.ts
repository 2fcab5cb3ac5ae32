import type { SnapshotListener } from '../backend/snapshot.ts';
import { scoreAddress } from '../config/score.ts';
import { ownService, snapshotHost, type SnapshotHost } from '../config/snapshot.ts';
import { spreadMillis } from '../core/back-off.ts';
import { browser, type Environment } from './browser.ts';
import { takeEarlyRequest, type EarlyRequest } from './snapshot-early.ts';

export interface SnapshotEnvironment extends Environment {
  /** The host of the pictures. */
  readonly host: () => SnapshotHost;
  /** The address of our own service. */
  readonly ownService: () => string;
  /** The address for asking the server to fold matches. */
  readonly foldAddress: () => string;
  readonly fetch: (address: string, options: RequestInit) => Promise<Pick<Response, 'text'>>;
  /** Loads and decodes a picture, without a referrer; rejects on failure or when `signal` is aborted. */
  readonly loadImage: (address: string, signal: AbortSignal) => Promise<void>;
  /** The request for a match made before this script loaded. */
  readonly early: (match: string) => EarlyRequest | undefined;
  /** Listens for a table's new pictures. Returns a function that stops. */
  readonly listen: (topic: string, listener: SnapshotListener) => () => void;
  /** Jitters `millis` by up to a fifth either way, so that browsers don't all ask at once. */
  readonly spread: (millis: number) => number;
  /** Makes the browser's own share menu share `link`. */
  readonly nameLink: (link: string) => void;
  /** A picture as a file to share; undefined if this device can't. */
  readonly sharedFile: (address: string) => Promise<File | undefined>;
  readonly print: () => void;
}

const loadImage = async (address: string, signal: AbortSignal): Promise<void> => {
  const image = new Image();
  image.referrerPolicy = 'no-referrer';
  // Stops the download as well.
  signal.addEventListener('abort', () => image.removeAttribute('src'));
  image.src = address;
  await image.decode();
  signal.throwIfAborted();
};

/** Loads the realtime client lazily: only visitors who wait for a second picture need it. */
const listen = (topic: string, listener: SnapshotListener): (() => void) => {
  let isOver = false;
  let close = (): void => {};
  void import('../backend/snapshot.ts').then(
    ({ listenToSnapshots }) => {
      if (!isOver) close = listenToSnapshots(topic, listener);
    },
    () => {
      if (!isOver) listener.lost();
    },
  );
  return () => {
    isOver = true;
    close();
  };
};

/** Phone browsers share a page's canonical address, and the static page's doesn't name a table. */
const nameLink = (link: string): void => {
  document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.setAttribute('href', link);
};

/** If fetching takes longer, the browser no longer counts the click as a user gesture. */
const FILE_MILLIS = 2000;

const sharedFile = async (address: string): Promise<File | undefined> => {
  // Undefined over plain http and in Firefox, contrary to the types.
  const { canShare } = navigator as Partial<Navigator>;
  if (!canShare) return undefined;
  try {
    const picture = await fetch(address, {
      cache: 'force-cache',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(FILE_MILLIS),
    });
    if (!picture.ok) return undefined;
    const bytes = await picture.blob();
    const file = new File([bytes], 'scoreboard.jpg', { type: bytes.type });
    return navigator.canShare({ files: [file] }) ? file : undefined;
  } catch {
    // Google Drive doesn't allow reading its pictures from other pages, so only the link is shared.
    return undefined;
  }
};

/** The snapshot viewer's environment: this browser, and the picture host from the settings. */
export const snapshotEnvironment: SnapshotEnvironment = {
  ...browser,
  host: () => snapshotHost(import.meta.env, location.origin, document.documentElement.lang),
  ownService: () => ownService(import.meta.env, location.origin),
  foldAddress: () => new URL(`${scoreAddress(import.meta.env)}/fold`, location.origin).href,
  fetch: (address, options) => fetch(address, options),
  loadImage,
  early: takeEarlyRequest,
  listen,
  spread: (millis) => spreadMillis(millis, Math.random()),
  nameLink,
  sharedFile,
  print: () => window.print(),
};
