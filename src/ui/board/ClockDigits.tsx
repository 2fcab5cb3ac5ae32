import type { ReadableAtom } from 'nanostores';
import { useLayoutEffect, useRef } from 'react';
import { formatClock } from '../../core/clock/count-up.ts';
import { cellClass, writeDigits } from './digits.ts';

/** What is prerendered; React never renders it again, so that the cells belong to `writeDigits`. */
const START = Array.from(formatClock(0)).map((character, index) => (
  <span key={index} className={cellClass(character)}>
    {character}
  </span>
));

/** A clock's text. It runs on air for hours, and React's part in a new second cost more than painting it. */
export const ClockDigits = ({ $text }: { readonly $text: ReadableAtom<string> }) => {
  const clock = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      $text.subscribe((text) => {
        if (clock.current) writeDigits(clock.current, text);
      }),
    [$text],
  );
  return <span ref={clock}>{START}</span>;
};
