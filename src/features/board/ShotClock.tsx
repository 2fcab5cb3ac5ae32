import type { TextsOf } from '../../i18n/texts.ts';
import type { ReadableAtom } from 'nanostores';
import { useLayoutEffect, useRef } from 'react';
import type { ShotFace } from '../../core/clock/shot-face.ts';
import { writeDigits } from './digits.ts';

interface Props {
  readonly $face: ReadableAtom<ShotFace | null>;
  readonly texts: TextsOf<'overlay'>;
  /** Whether the ring goes around the seconds instead of before them. */
  readonly round?: boolean;
}

const stateOf = ({ over, low, running }: ShotFace): string =>
  over ? 'over' : !running ? 'paused' : low ? 'low' : 'running';

/** Writes a shot clock to its elements, changing only what differs. */
const write = (clock: HTMLElement, face: ShotFace): void => {
  const [ring, seconds] = clock.children;
  const text = String(face.seconds);
  if (seconds) writeDigits(seconds, text);
  for (const [name, value] of [
    ['shot', stateOf(face)],
    ['digits', String(text.length)],
  ] as const) {
    if (clock.dataset[name] !== value) clock.dataset[name] = value;
  }
  const left = ring?.lastElementChild;
  if (left instanceof SVGElement) left.style.strokeDashoffset = String(1 - face.part);
};

/** A shot's remaining seconds and a ring, on their own plate. Like ClockDigits, updated without React. */
export const ShotClock = ({ $face, texts, round = false }: Props) => {
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
      className="on-air__shot"
      data-round={round || undefined}
      data-testid="overlay-shot"
      role="timer"
      lang={texts.locale}
      aria-label={texts.overlay.shotClock}
    >
      <svg className="on-air__shot-ring" viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r="15" />
        <path d="M18 10v8l5 4" />
        <circle className="on-air__shot-left" cx="18" cy="18" r="15" pathLength="1" />
      </svg>
      <span className="on-air__shot-seconds" />
    </div>
  );
};
