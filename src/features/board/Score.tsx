import { sideMarks } from '../../core/overlay/grammar.ts';
import { formatScore } from '../../rules/score.ts';
import type { Shown } from '../../rules/shown.ts';
import type { Side } from '../../rules/rules.ts';
import type { FitSizes } from './fit-text.ts';
import { Fitted } from './Fitted.tsx';

interface Props {
  readonly shown: Shown;
  readonly side: Side;
  readonly sizes: FitSizes;
}

const indexOf = (side: Side): 0 | 1 => (side === 'A' ? 0 : 1);

/** A side's main number: points in a game with frames, else racks. */
export const Score = ({ shown: { scores, frames }, side, sizes }: Props) => (
  <Fitted
    text={formatScore(scores[indexOf(side)])}
    className="on-air__score"
    testId={`overlay-${frames ? 'points-' : 's'}${indexOf(side) + 1}`}
    sizes={sizes}
    equalSize="score"
  />
);

/** A side's main number on a tile, with a marker for the player at the table. */
export const ScoreTile = ({ shown, side, sizes }: Props) => (
  <div className="on-air__tile" {...sideMarks(shown, side)}>
    <span className="on-air__mark" aria-hidden="true" />
    <Score shown={shown} side={side} sizes={sizes} />
  </div>
);

/** A side's frames, if the game has them. */
export const FrameCount = ({ shown: { frames }, side, sizes }: Props) =>
  frames && (
    <Fitted
      text={formatScore(frames[indexOf(side)])}
      className="on-air__frame-count"
      testId={`overlay-s${indexOf(side) + 1}`}
      sizes={sizes}
      equalSize="frames"
    />
  );
