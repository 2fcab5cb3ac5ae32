import { VERSION_FILE } from '../config/version.ts';
import { spreadMillis } from '../core/back-off.ts';
import { bringsVersion, readVersion, type Reloaded } from '../core/site/version.ts';
import { attempt } from './attempt.ts';
import { watchReturn } from './page.ts';
import { createTimer } from './timer.ts';
import type { VersionEnvironment } from './version.ts';

const KEY = 'reloaded-1';
/** How often a page polls, plus or minus a fifth, so that pages opened together don't poll together. */
export const ASK_MILLIS = 300_000;
/** How often a waiting page checks whether a reload is safe. */
export const LOOK_MILLIS = 250;
/** How long a safe moment counts; the server must confirm within it that it is reachable. */
const MOMENT_MILLIS = 2000;

/**
 * Reloads the page once the site has a newer version, or the page lacks a part of its own, and a reload is safe. Returns
 * a function that stops.
 */
export const keepUpToDate = (environment: VersionEnvironment, isSafe: () => boolean): (() => void) => {
  const { fetchJson, storage, now, isOnline, chance, reload, lacksPart } = environment;
  const own = environment.ownVersion();
  if (own === null) return () => {};
  const asking = createTimer();
  const looking = createTimer();
  let isOver = false;
  let newest = own;

  /** Resolves to whether the server answered. */
  const askVersion = async (): Promise<boolean> => {
    const answered = readVersion(await fetchJson(VERSION_FILE).catch(() => null));
    newest = answered ?? newest;
    return answered !== null;
  };

  const brings = (): boolean =>
    !isOver &&
    (attempt(() => {
      const reloaded = JSON.parse(storage().getItem(KEY) ?? 'null') as Reloaded | null;
      return bringsVersion({ own, newest, lacksPart: lacksPart(), reloaded, nowMillis: now() });
    }) ??
      false);

  /** Returns whether the reload could be recorded. Without that, the page might reload forever. */
  const note = (): boolean =>
    attempt(() => {
      const reloaded: Reloaded = { version: newest, atMillis: now() };
      storage().setItem(KEY, JSON.stringify(reloaded));
      return true;
    }) ?? false;

  const look = async (): Promise<void> => {
    looking.stop();
    // A reload that wouldn't bring the version now may bring it after the next poll.
    if (!brings()) return;
    if (isOnline() && isSafe()) {
      const sinceMillis = now();
      // An unattended screen that reloads while the server is unreachable would stay blank.
      const isThere = await askVersion();
      const isStill = now() - sinceMillis < MOMENT_MILLIS;
      if (isThere && isStill && brings() && note()) reload();
      // Otherwise wait for the next poll, instead of retrying four times a second.
      return;
    }
    looking.set(LOOK_MILLIS, () => void look());
  };

  const ask = async (): Promise<void> => {
    asking.set(spreadMillis(ASK_MILLIS, chance()), () => void ask());
    await askVersion();
    await look();
  };

  asking.set(ASK_MILLIS * chance(), () => void ask());
  const unwatch = watchReturn(environment, () => void ask());
  return () => {
    isOver = true;
    unwatch();
    asking.stop();
    looking.stop();
  };
};
