import type { TextsOf } from '../../i18n/texts.ts';
import type { ReadableAtom } from 'nanostores';
import { useLayoutEffect, useRef } from 'react';
import type { ShotFace } from '../../core/clock/shot-face.ts';
import { writeDigits } from './digits.ts';

interface Props {
  readonly $face: ReadableAtom<ShotFace | null>;
  readonly texts: TextsOf<'overlay'>;
  /** Whether it is on a tile, rather than among labels. */
  readonly tile?: boolean;
}

const stateOf = ({ over, low, running }: ShotFace): string =>
  over ? 'over' : !running ? 'paused' : low ? 'low' : 'running';

/** Writes a shot clock to its elements, changing only what differs. */
const write = (clock: HTMLElement, face: ShotFace): void => {
  const [seconds, bar] = clock.children;
  const text = String(face.seconds);
  if (seconds) writeDigits(seconds, text);
  for (const [name, value] of [
    ['shot', stateOf(face)],
    ['digits', String(text.length)],
  ] as const) {
    if (clock.dataset[name] !== value) clock.dataset[name] = value;
  }
  const left = bar?.firstElementChild;
  // Clipped rather than resized, to avoid layout.
  if (left instanceof HTMLElement) left.style.clipPath = `inset(0 ${(1 - face.part) * 100}% 0 0)`;
};

/** A shot's seconds left, and a bar; like ClockDigits, updated without React. */
export const ShotClock = ({ $face, texts, tile = false }: Props) => {
  const clock = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () =>
      $face.subscribe((face) => {
        if (clock.current && face) write(clock.current, face);
      }),
    [$face],
  );
  return (
    <div
      ref={clock}
      className={`on-air__shot${tile ? ' on-air__tile' : ''}`}
      data-testid="overlay-shot"
      role="timer"
      lang={texts.locale}
      aria-label={texts.overlay.shotClock}
    >
      <span className="on-air__shot-seconds" />
      <span className="on-air__shot-bar" aria-hidden="true">
        <span className="on-air__shot-left" />
      </span>
    </div>
  );
};
