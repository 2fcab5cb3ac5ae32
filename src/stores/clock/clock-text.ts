import { atom, type ReadableAtom } from 'nanostores';
import { CLOCK_REDRAW_MILLIS } from '../../config/limits.ts';
import { elapsedSeconds, formatClock, millisToNextSecond } from '../../core/clock/count-up.ts';
import type { Live } from '../../core/sync/connection.ts';
import { onVisit } from '../visit.ts';

/**
 * The clock of an overlay as hh:mm:ss in server time. It looks every 250 ms, and right when a second is
 * full, so that all viewers turn together; listeners hear of it only when the text changes.
 */
export const createClockText = ($live: ReadableAtom<Live>, now: () => number): ReadableAtom<string> => {
  const $text = atom(formatClock(0));
  onVisit($text, () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      const { board, offset } = $live.get();
      if (!board) return;
      const serverMillis = now() + (offset?.offsetMillis ?? 0);
      $text.set(formatClock(elapsedSeconds(board.clock, serverMillis)));
      const next = millisToNextSecond(board.clock, serverMillis);
      if (next !== null) timer = setTimeout(look, Math.min(CLOCK_REDRAW_MILLIS, next + 1));
    };
    const unwatch = $live.subscribe(look);
    return () => {
      unwatch();
      clearTimeout(timer);
    };
  });
  return $text;
};
