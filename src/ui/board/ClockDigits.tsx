import type { ReadableAtom } from 'nanostores';
import { useLayoutEffect, useRef } from 'react';
import { formatClock } from '../../core/clock/count-up.ts';

const cellClass = (character: string): string | undefined => (character === ':' ? undefined : 'clock-digit');

/** Puts a clock's text into its element, and touches nothing but the characters that are others now. */
const write = (clock: HTMLElement, text: string): void => {
  const characters = Array.from(text);
  if (clock.childElementCount !== characters.length) {
    clock.textContent = '';
    clock.append(
      ...characters.map((character) => {
        const cell = document.createElement('span');
        cell.className = cellClass(character) ?? '';
        cell.append(character);
        return cell;
      }),
    );
    return;
  }
  characters.forEach((character, index) => {
    const shown = clock.children[index]?.firstChild;
    if (shown && shown.nodeValue !== character) shown.nodeValue = character;
  });
};

/** What is prerendered; React never renders it again, so that the cells belong to `write`. */
const START = Array.from(formatClock(0)).map((character, index) => (
  <span key={index} className={cellClass(character)}>
    {character}
  </span>
));

/**
 * A clock's text with every digit in a cell of one width: the typeface has no tabular figures, and would jitter. It runs
 * on air for hours, and React's part in a new second cost more than painting it.
 */
export const ClockDigits = ({ $text }: { readonly $text: ReadableAtom<string> }) => {
  const clock = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      $text.subscribe((text) => {
        if (clock.current) write(clock.current, text);
      }),
    [$text],
  );
  return <span ref={clock}>{START}</span>;
};
