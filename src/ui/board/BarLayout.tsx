import type { ReadableAtom } from 'nanostores';
import { useLayoutEffect, useRef } from 'react';
import type { OverlayState, Theme } from '../../core/overlay/board.ts';
import { formatScore } from '../../core/overlay/score.ts';
import { ClockDigits } from './ClockDigits.tsx';
import { fitText, type FitSizes } from './fit-text.ts';

export interface BoardTexts {
  readonly raceTo: string;
  readonly score: string;
  readonly clock: string;
}

interface Props {
  readonly state: OverlayState;
  readonly theme: Theme;
  readonly $clockText: ReadableAtom<string>;
  readonly texts: BoardTexts;
}

const NAME_SIZES: FitSizes = { largest: 46, smallestInOneLine: 28, smallestUnbroken: 19, smallest: 14 };
const SCORE_SIZES: FitSizes = { largest: 80, smallestInOneLine: 20, smallestUnbroken: 20, smallest: 20 };

interface FittedProps {
  readonly text: string;
  readonly className: string;
  readonly testId: string;
  readonly sizes: FitSizes;
  /** Says what the text is, where it doesn't say so itself. */
  readonly label?: string;
}

const Fitted = ({ text, className, testId, sizes, label }: FittedProps) => {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let gone = false;
    const fit = (): void => {
      if (box.current && !gone) fitText(box.current, sizes);
    };
    fit();
    // Measured again when the script that this name is written in has its font.
    void document.fonts.ready.then(fit);
    document.fonts.addEventListener('loadingdone', fit);
    return () => {
      gone = true;
      document.fonts.removeEventListener('loadingdone', fit);
    };
  }, [text, sizes]);
  // The key makes a changed text a new element, which plays its entrance once.
  return (
    <div
      ref={box}
      className={`on-air__fit ${className}`}
      data-testid={testId}
      {...(label ? { role: 'group', 'aria-label': label } : {})}
    >
      <div key={text} className="on-air__text">
        <bdi>{text}</bdi>
      </div>
    </div>
  );
};

/** The scoreboard as it is on air, 1280 × 150. Its order is the same in every language, as on any board. */
export const Board = ({ state, theme, $clockText, texts }: Props) => (
  <div
    className={`on-air on-air--${theme}`}
    dir="ltr"
    data-testid="overlay"
    data-theme={theme}
    data-clock={state.clock.running ? 'running' : 'stopped'}
  >
    <div className="on-air__players">
      <Fitted
        text={state.p1}
        className="on-air__name on-air__name--first"
        testId="overlay-p1"
        sizes={NAME_SIZES}
      />
      <Fitted
        text={formatScore(state.s1)}
        className="on-air__score"
        testId="overlay-s1"
        sizes={SCORE_SIZES}
      />
      <span className="on-air__separator" aria-hidden="true" />
      <Fitted
        text={formatScore(state.s2)}
        className="on-air__score"
        testId="overlay-s2"
        sizes={SCORE_SIZES}
      />
      <Fitted
        text={state.p2}
        className="on-air__name on-air__name--second"
        testId="overlay-p2"
        sizes={NAME_SIZES}
      />
    </div>
    <div className="on-air__match">
      {/* The label decides the direction: `auto` looks past what stands in a bdi. */}
      <span className="on-air__race" dir="auto" data-testid="overlay-race-to">
        <span className="on-air__label">{texts.raceTo}</span>{' '}
        <bdi className="on-air__target">{formatScore(state.raceTo)}</bdi>
      </span>
      <span className="on-air__clock" data-testid="overlay-clock" role="timer" aria-label={texts.clock}>
        <ClockDigits $text={$clockText} />
      </span>
    </div>
  </div>
);
