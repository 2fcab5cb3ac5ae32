import { screenName, type Named } from '../../core/overlay/name.ts';
import type { Side } from '../../core/rules/rules.ts';
import type { FitSizes } from './fit-text.ts';
import { Fitted } from './Fitted.tsx';

interface Props {
  readonly board: Named;
  readonly side: Side;
  readonly sizes: FitSizes;
}

export const PlayerName = ({ board, side, sizes }: Props) => (
  <Fitted
    text={screenName(board, side)}
    className="on-air__name"
    testId={side === 'A' ? 'overlay-p1' : 'overlay-p2'}
    sizes={sizes}
    alike="name"
  />
);
