import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** The duration of a long press. */
const LONG_MILLIS = 500;

/**
 * The handlers of a key with a tap and a long press. `tap` receives whether a pointer tapped, as opposed to a keyboard
 * or a screen reader. A context menu counts as a long press, because mice and keyboards request it. Phones fire it as
 * well, some before the time is up and some when the finger is lifted.
 */
export const useLongPress = (tap: (byPointer: boolean) => void, press: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Whether the current or last press was a long one. */
  const long = useRef(false);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => cancel, []);
  const hold = () => {
    cancel();
    if (long.current) return;
    long.current = true;
    press();
  };
  return {
    onPointerDown: ({ button }: PointerEvent) => {
      cancel();
      long.current = false;
      if (button === 0) timer.current = setTimeout(hold, LONG_MILLIS);
    },
    onPointerUp: cancel,
    onPointerLeave: cancel,
    onPointerCancel: cancel,
    onKeyDown: () => {
      long.current = false;
    },
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      hold();
    },
    onClick: ({ detail }: MouseEvent) => {
      cancel();
      // Ignore the click at the end of a long press, but not the keyboard's clicks, whose `detail` is 0.
      if (long.current && detail > 0) return;
      tap(detail > 0);
    },
  };
};
