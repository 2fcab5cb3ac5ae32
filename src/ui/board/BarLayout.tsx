import { SIDES } from '../../core/rules/rules.ts';
import { Beneath } from './Beneath.tsx';
import type { FitSizes } from './fit-text.ts';
import { Frames } from './Frames.tsx';
import type { LayoutPartProps } from './part.ts';
import { Plate } from './Plate.tsx';
import { ScoreTile } from './ScoreTile.tsx';
import { ShotClock } from './ShotClock.tsx';

const NAME_SIZES: FitSizes = { largest: 46, smallestInOneLine: 28, smallestUnbroken: 19, smallest: 14 };
const SCORE_SIZES: FitSizes = { largest: 80, smallestInOneLine: 20, smallestUnbroken: 20, smallest: 20 };

/** A board in one bar. */
export const BarLayout = ({ board, bar, clocks, texts }: LayoutPartProps) => {
  const { frames, bestOf } = bar;
  const middle = frames ? 'frames' : board.shot ? 'shot' : 'dash';
  const [first, second] = SIDES.map((side) => ({
    plate: <Plate board={board} bar={bar} side={side} sizes={NAME_SIZES} />,
    score: <ScoreTile bar={bar} side={side} sizes={SCORE_SIZES} />,
  }));
  return (
    <>
      <div className="on-air__players" data-middle={middle}>
        {first?.plate}
        {first?.score}
        {frames && <Frames frames={frames} bestOf={bestOf} texts={texts} />}
        {middle === 'shot' && <ShotClock $face={clocks.$shotFace} texts={texts} tile />}
        {middle === 'dash' && <span className="on-air__separator" aria-hidden="true" />}
        {second?.score}
        {second?.plate}
      </div>
      <Beneath bar={bar} clocks={clocks} shot={frames !== null && board.shot !== null} texts={texts} />
    </>
  );
};
