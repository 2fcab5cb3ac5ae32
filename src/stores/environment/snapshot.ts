import type { SnapshotListener } from '../../backend/snapshot.ts';
import { snapshotHost, type SnapshotHost } from '../../config/snapshot.ts';
import { browser, type Environment } from './browser.ts';
import { takeEarly, type EarlyLook } from './snapshot-early.ts';

export interface SnapshotEnvironment extends Environment {
  /** Where pictures come from. */
  readonly host: () => SnapshotHost;
  readonly fetch: (address: string, options: RequestInit) => Promise<Pick<Response, 'text'>>;
  /** Loads a picture without a referrer until it can be painted; rejects when it can't, or when `signal` is aborted. */
  readonly loadImage: (address: string, signal: AbortSignal) => Promise<void>;
  /** What was asked for a match before this script was there. */
  readonly early: (match: string) => EarlyLook | undefined;
  /** Listens to a table's pictures. Gives a function that ends it. */
  readonly listen: (topic: string, listener: SnapshotListener) => () => void;
  /** A time of about `millis`, a fifth more or less by chance, so that many browsers don't ask at once. */
  readonly spread: (millis: number) => number;
  /** Has browsers share `link` when somebody shares the page by their own menu. */
  readonly nameLink: (link: string) => void;
  /** A picture as a file that this device can share; undefined when it can't. */
  readonly sharedFile: (address: string) => Promise<File | undefined>;
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

/** Realtime's client comes only to those who stay for a second picture. */
const listen = (topic: string, listener: SnapshotListener): (() => void) => {
  let isOver = false;
  let close = (): void => {};
  void import('../../backend/snapshot.ts').then(
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

/** Phones' browsers share a page's canonical address, and the static page's is that of no table. */
const nameLink = (link: string): void => {
  document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.setAttribute('href', link);
};

/** A browser forgets that somebody asked to share when the picture takes longer than this. */
const FILE_MILLIS = 2000;

const sharedFile = async (address: string): Promise<File | undefined> => {
  // The types promise it everywhere; plain http and Firefox have none.
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
    // Drive lets no other page read its pictures: the link has to do.
    return undefined;
  }
};

/** The snapshot viewer's world: this browser, and the pictures' host by the settings. */
export const snapshotEnvironment: SnapshotEnvironment = {
  ...browser,
  host: () => snapshotHost(import.meta.env, location.origin, document.documentElement.lang),
  fetch: (address, options) => fetch(address, options),
  loadImage,
  early: takeEarly,
  listen,
  spread: (millis) => millis * (0.8 + 0.4 * Math.random()),
  nameLink,
  sharedFile,
};
