import type { ReadableAtom } from 'nanostores';
import { useLayoutEffect, useRef } from 'react';
import { formatClock } from '../../core/clock/count-up.ts';
import { cellClass, clockParts, writeDigits } from './digits.ts';

const cellsOf = (text: string) =>
  Array.from(text, (character, index) => (
    <span key={index} className={cellClass(character)}>
      {character}
    </span>
  ));

const [BEFORE, LAST] = clockParts(formatClock(0));

/** The prerendered cells. React never renders them again, so `writeDigits` may change them. */
const START = (
  <>
    {cellsOf(BEFORE)}
    <span className="clock-last">{cellsOf(LAST)}</span>
  </>
);

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
