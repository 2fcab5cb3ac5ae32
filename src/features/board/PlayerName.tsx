import { useMemo } from 'react';
import { LEAST_SHARE, nameSteps, type NameSizes } from '../../core/overlay/name-steps.ts';
import { screenName, type OnScreen } from '../../rules/name.ts';
import { otherSide, type Side } from '../../rules/rules.ts';
import type { FitPlan } from './fit-text.ts';
import { Fitted } from './Fitted.tsx';

interface Props {
  readonly board: OnScreen;
  readonly side: Side;
  readonly sizes: NameSizes;
}

/** A player's name, shortened if there is no room for it. */
export const PlayerName = ({ board, side, sizes }: Props) => {
  const name = screenName(board, side);
  const other = screenName(board, otherSide(side));
  const plan = useMemo<FitPlan>(
    () => ({ ways: nameSteps(name, other, sizes), leastShare: LEAST_SHARE }),
    [name, other, sizes],
  );
  return (
    <Fitted
      text={name}
      className="on-air__name"
      testId={side === 'A' ? 'overlay-p1' : 'overlay-p2'}
      sizes={plan}
      equalSize="name"
    />
  );
};
