import type { Board } from '../../core/overlay/board.ts';
import type { Side } from '../../core/rules/rules.ts';
import type { FitSizes } from './fit-text.ts';
import { Fitted } from './Fitted.tsx';

interface Props {
  readonly board: Pick<Board, 'p1' | 'p2'>;
  readonly side: Side;
  readonly sizes: FitSizes;
}

export const PlayerName = ({ board, side, sizes }: Props) => (
  <Fitted
    text={side === 'A' ? board.p1 : board.p2}
    className="on-air__name"
    testId={side === 'A' ? 'overlay-p1' : 'overlay-p2'}
    sizes={sizes}
    alike="name"
  />
);
