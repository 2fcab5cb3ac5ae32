import { barOf } from '../../core/overlay/bar.ts';
import { formatScore } from '../../core/overlay/score.ts';
import { Beneath } from './Beneath.tsx';
import type { FitSizes } from './fit-text.ts';
import { Fitted } from './Fitted.tsx';
import { Frames } from './Frames.tsx';
import type { LayoutProps } from './part.ts';
import { Plate } from './Plate.tsx';
import { ShotClock } from './ShotClock.tsx';

const SCORE_SIZES: FitSizes = { largest: 80, smallestInOneLine: 20, smallestUnbroken: 20, smallest: 20 };

/** A board in one bar of 1280 × 150. Its order is the same in every language, as on any scoreboard. */
export const BarLayout = ({ board, look: { theme, still }, clocks, texts }: LayoutProps) => {
  const bar = barOf(board);
  const { scores, frames, wins, at, winner } = bar;
  const middle = frames ? 'frames' : board.shot ? 'shot' : 'dash';
  const score = (side: 'A' | 'B', value: number, testId: string) => (
    <div
      className={`on-air__tile${at !== null && at !== side ? ' on-air__tile--waiting' : ''}`}
      data-side={side}
    >
      <span className={`on-air__notch${at === side ? ' on-air__notch--lit' : ''}`} aria-hidden="true" />
      <Fitted text={formatScore(value)} className="on-air__score" testId={testId} sizes={SCORE_SIZES} />
    </div>
  );
  return (
    <div
      className={`on-air on-air--${theme}`}
      dir="ltr"
      data-testid="overlay"
      data-theme={theme}
      data-game={bar.game}
      data-motion={still ? 'none' : 'usual'}
      data-clock={board.clock.running ? 'running' : 'stopped'}
    >
      <div className={`on-air__players on-air__players--${middle}`}>
        <Plate side="A" name={board.p1} wins={wins[0]} lit={at === 'A'} won={winner === 'A'} />
        {score('A', scores[0], frames ? 'overlay-points-1' : 'overlay-s1')}
        {frames && <Frames frames={frames} bestOf={bar.bestOf} texts={texts} />}
        {middle === 'shot' && <ShotClock $face={clocks.$shotFace} texts={texts} />}
        {middle === 'dash' && <span className="on-air__separator" aria-hidden="true" />}
        {score('B', scores[1], frames ? 'overlay-points-2' : 'overlay-s2')}
        <Plate side="B" name={board.p2} wins={wins[1]} lit={at === 'B'} won={winner === 'B'} />
      </div>
      <Beneath bar={bar} clocks={clocks} shot={frames !== null && board.shot !== null} texts={texts} />
    </div>
  );
};
