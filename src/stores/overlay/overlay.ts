import { atom, type ReadableAtom } from 'nanostores';
import type { ViewerBackend } from '../../backend/contract.ts';
import { overlayKey } from '../../core/overlay/board.ts';
import { createClockText } from '../clock/clock-text.ts';
import { createLiveOverlay, type Live } from './live.ts';

export interface OverlayStore {
  readonly $live: ReadableAtom<Live>;
  readonly $clockText: ReadableAtom<string>;
}

const NOT_FOUND: Live = { board: null, missing: true, connection: 'connecting', offset: null };

/** The overlay at an address. One that can't be an overlay's is missing without asking. */
export const createOverlay = (
  pathname: string,
  backend: () => ViewerBackend,
  now: () => number,
): OverlayStore => {
  const key = overlayKey(pathname);
  const $live = key === null ? atom(NOT_FOUND) : createLiveOverlay({ backend, $key: atom(key), now }).$live;
  return { $live, $clockText: createClockText($live, now) };
};
