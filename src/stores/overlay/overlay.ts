import { atom, type ReadableAtom } from 'nanostores';
import { overlayKey } from '../../core/overlay/address.ts';
import { createClockText } from '../clock/clock-text.ts';
import type { ViewerEnvironment } from '../environment/viewer.ts';
import { createLiveOverlay, type Live } from './live.ts';

export interface Overlay {
  readonly $live: ReadableAtom<Live>;
  readonly $clockText: ReadableAtom<string>;
  /** The address's query, which may choose a theme. */
  readonly search: string;
}

const NOT_FOUND: Live = { board: null, missing: true, connection: 'connecting', offset: null };

/** The overlay at the page's address. One that can't be an overlay's is missing without asking. */
export const createOverlay = ({ address, viewer, now }: ViewerEnvironment): Overlay => {
  const key = overlayKey(address().pathname);
  const $live =
    key === null ? atom(NOT_FOUND) : createLiveOverlay({ backend: viewer, $key: atom(key), now }).$live;
  return { $live, $clockText: createClockText($live, now), search: address().search };
};
