import { atom, type ReadableAtom } from 'nanostores';
import { overlayKey } from '../../core/overlay/address.ts';
import { NOT_FOLLOWING, type Live } from '../../core/sync/connection.ts';
import { createBoardClocks, type BoardClocks } from '../clock/board-clocks.ts';
import type { ViewerEnvironment } from '../environment/viewer.ts';
import { createLiveOverlay } from './live.ts';

export interface Overlay {
  readonly $live: ReadableAtom<Live>;
  readonly clocks: BoardClocks;
  /** The address's query, which may choose a theme and a language, and forbid motion. */
  readonly search: string;
}

const NOT_FOUND: Live = { ...NOT_FOLLOWING.live, missing: true };

/** The overlay at the page's address, which is a screen of its table. One that can't be an overlay's is missing without asking. */
export const createOverlay = ({ address, viewer, now, newScreen }: ViewerEnvironment): Overlay => {
  const key = overlayKey(address().pathname);
  const $live =
    key === null
      ? atom(NOT_FOUND)
      : createLiveOverlay({ backend: viewer, $key: atom(key), now, screen: newScreen() }).$live;
  return { $live, clocks: createBoardClocks($live, now), search: address().search };
};
