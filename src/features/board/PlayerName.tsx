import { screenName, type OnScreen } from '../../rules/name.ts';
import type { Side } from '../../rules/rules.ts';
import type { FitSizes } from './fit-text.ts';
import { Fitted } from './Fitted.tsx';

interface Props {
  readonly board: OnScreen;
  readonly side: Side;
  readonly sizes: FitSizes;
}

export const PlayerName = ({ board, side, sizes }: Props) => (
  <Fitted
    text={screenName(board, side)}
    className="on-air__name"
    testId={side === 'A' ? 'overlay-p1' : 'overlay-p2'}
    sizes={sizes}
    equalSize="name"
  />
);
