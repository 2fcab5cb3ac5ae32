import { VERSION_FILE } from '../config/version.ts';
import { bringsVersion, readVersion, type Reloaded } from '../core/site/version.ts';
import { attempt } from './attempt.ts';
import { watchReturn } from './page.ts';
import { createTimer } from './timer.ts';
import type { VersionEnvironment } from './version.ts';

const KEY = 'reloaded-1';
/** How often a page asks, give or take a fifth: pages that were opened together don't ask together for ever. */
export const ASK_MILLIS = 300_000;
/** How soon a page that waits sees that nothing is at stake. */
export const LOOK_MILLIS = 250;
/** How long such a moment lasts, in which the server has to say that it is there. */
const MOMENT_MILLIS = 2000;

/** Loads the page again once the site has a newer version and nothing is at stake. Returns a function that stops. */
export const keepUpToDate = (environment: VersionEnvironment, isSafe: () => boolean): (() => void) => {
  const { fetchJson, storage, now, isOnline, chance, reload } = environment;
  const own = environment.ownVersion();
  if (own === null) return () => {};
  const asking = createTimer();
  const looking = createTimer();
  let isOver = false;
  let newest = own;

  /** Whether the server has answered. */
  const hear = async (): Promise<boolean> => {
    const heard = readVersion(await fetchJson(VERSION_FILE).catch(() => null));
    newest = heard ?? newest;
    return heard !== null;
  };

  const brings = (): boolean =>
    !isOver &&
    (attempt(() => {
      const reloaded = JSON.parse(storage().getItem(KEY) ?? 'null') as Reloaded | null;
      return bringsVersion({ own, newest, reloaded, nowMillis: now() });
    }) ??
      false);

  /** Whether it could be noted: without that, loading might never end. */
  const note = (): boolean =>
    attempt(() => {
      const reloaded: Reloaded = { version: newest, atMillis: now() };
      storage().setItem(KEY, JSON.stringify(reloaded));
      return true;
    }) ?? false;

  const look = async (): Promise<void> => {
    looking.stop();
    // What isn't brought now may be after the next question.
    if (!brings()) return;
    if (isOnline() && isSafe()) {
      const sinceMillis = now();
      // An unattended screen that is loaded while the server is away would stay empty.
      const isThere = await hear();
      const isStill = now() - sinceMillis < MOMENT_MILLIS;
      if (isThere && isStill && brings() && note()) reload();
      // Else the next question begins anew, instead of four a second.
      return;
    }
    looking.set(LOOK_MILLIS, () => void look());
  };

  const ask = async (): Promise<void> => {
    asking.set(ASK_MILLIS * (0.8 + 0.4 * chance()), () => void ask());
    await hear();
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
