import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** How long a press is a long one. */
const LONG_MILLIS = 500;

/**
 * What a key needs for a tap and a long press. A context menu is a long press too: that is how a mouse and a keyboard
 * ask for more, and some phones say so before the time is up, others when the finger leaves.
 */
export const useLongPress = (tap: () => void, press: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The press that goes on, or has just ended, was a long one. */
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
      // The click that ends a long press; keys click without a pointer.
      if (long.current && detail > 0) return;
      tap();
    },
  };
};
