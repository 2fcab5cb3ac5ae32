import { atom, type ReadableAtom } from 'nanostores';
import { overlayKey } from '../../core/overlay/address.ts';
import { notFollowing } from '../../core/follow/follow.ts';
import { liveOf, overlayOf, type Live } from '../../core/overlay/follow-overlay.ts';
import { createBoardClocks, type BoardClocks } from './board-clocks.ts';
import type { ViewerEnvironment } from '../../browser/viewer.ts';
import { createLiveOverlay } from './live.ts';

export interface Overlay {
  readonly $live: ReadableAtom<Live>;
  readonly clocks: BoardClocks;
  /** The page's query, which holds the look: theme, language, motion and so on. */
  readonly search: string;
}

const NOT_FOUND: Live = { ...liveOf(notFollowing(overlayOf(null))), missing: true };

/**
 * The overlay at the page's address, reported as a screen of its table. A malformed address counts as missing, without
 * a request.
 */
export const createOverlay = (environment: ViewerEnvironment): Overlay => {
  const { address, viewer, now, newScreen } = environment;
  const key = overlayKey(address().pathname);
  const $live =
    key === null
      ? atom(NOT_FOUND)
      : createLiveOverlay({ backend: viewer, $key: atom(key), environment, screen: newScreen() }).$live;
  return { $live, clocks: createBoardClocks($live, now), search: address().search };
};
