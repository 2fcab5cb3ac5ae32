import type { ReadableAtom } from 'nanostores';
import { useLayoutEffect, useRef } from 'react';
import { formatClock } from '../../core/clock/count-up.ts';
import { cellClass, writeDigits } from './digits.ts';

/** The prerendered cells. React never renders them again, so `writeDigits` may change them. */
const START = Array.from(formatClock(0)).map((character, index) => (
  <span key={index} className={cellClass(character)}>
    {character}
  </span>
));

/** A clock's text, updated without React: on air it runs for hours, and rendering each second cost more than painting. */
export const ClockDigits = ({ $text }: { readonly $text: ReadableAtom<string> }) => {
  const clock = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      $text.subscribe((text) => {
        if (clock.current) writeDigits(clock.current, text);
      }),
    [$text],
  );
  // Nothing but these cells may be in here: `writeDigits` relies on it.
  return (
    <span ref={clock} translate="no">
      {START}
    </span>
  );
};
