import type { ReadableAtom } from 'nanostores';
import type { Board, Theme } from '../../core/overlay/board.ts';
import { formatScore } from '../../core/overlay/score.ts';
import { ClockDigits } from './ClockDigits.tsx';
import type { FitSizes } from './fit-text.ts';
import { Fitted } from './Fitted.tsx';
import type { LayoutTexts } from './texts.ts';

interface Props {
  readonly board: Board;
  readonly theme: Theme;
  readonly $clockText: ReadableAtom<string>;
  readonly texts: LayoutTexts;
}

const NAME_SIZES: FitSizes = { largest: 46, smallestInOneLine: 28, smallestUnbroken: 19, smallest: 14 };
const SCORE_SIZES: FitSizes = { largest: 80, smallestInOneLine: 20, smallestUnbroken: 20, smallest: 20 };

/** A board in one bar of 1280 × 150. Its order is the same in every language, as on any scoreboard. */
export const BarLayout = ({ board, theme, $clockText, texts }: Props) => (
  <div
    className={`on-air on-air--${theme}`}
    dir="ltr"
    data-testid="overlay"
    data-theme={theme}
    data-clock={board.clock.running ? 'running' : 'stopped'}
  >
    <div className="on-air__players">
      <Fitted
        text={board.p1}
        className="on-air__name on-air__name--first"
        testId="overlay-p1"
        sizes={NAME_SIZES}
      />
      <Fitted
        text={formatScore(board.s1)}
        className="on-air__score"
        testId="overlay-s1"
        sizes={SCORE_SIZES}
      />
      <span className="on-air__separator" aria-hidden="true" />
      <Fitted
        text={formatScore(board.s2)}
        className="on-air__score"
        testId="overlay-s2"
        sizes={SCORE_SIZES}
      />
      <Fitted
        text={board.p2}
        className="on-air__name on-air__name--second"
        testId="overlay-p2"
        sizes={NAME_SIZES}
      />
    </div>
    <div className="on-air__match">
      {/* The label decides the direction: `auto` looks past what stands in a bdi. */}
      <span className="on-air__race" dir="auto" data-testid="overlay-race-to">
        <span className="on-air__label">{texts.raceTo}</span>{' '}
        <bdi className="on-air__target">{formatScore(board.raceTo)}</bdi>
      </span>
      <span className="on-air__clock" data-testid="overlay-clock" role="timer" aria-label={texts.clock}>
        <ClockDigits $text={$clockText} />
      </span>
    </div>
  </div>
);
