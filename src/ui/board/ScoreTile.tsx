import type { Bar } from '../../core/overlay/bar.ts';
import { formatScore } from '../../core/overlay/score.ts';
import type { Side } from '../../core/rules/rules.ts';
import type { FitSizes } from './fit-text.ts';
import { Fitted } from './Fitted.tsx';

interface Props {
  readonly bar: Bar;
  readonly side: Side;
  readonly sizes: FitSizes;
}

/** A side's large number: its points where the game has frames, else its racks. */
export const ScoreTile = ({ bar: { scores, frames, at }, side, sizes }: Props) => {
  const place = side === 'A' ? 0 : 1;
  return (
    <div
      className="on-air__tile"
      data-side={side}
      data-lit={at === side || undefined}
      data-waiting={(at !== null && at !== side) || undefined}
    >
      <span className="on-air__mark" aria-hidden="true" />
      <Fitted
        text={formatScore(scores[place])}
        className="on-air__score"
        testId={`overlay-${frames ? 'points-' : 's'}${place + 1}`}
        sizes={sizes}
      />
    </div>
  );
};
