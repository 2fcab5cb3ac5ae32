import { SIDE_BALLS } from '../core/overlay/grammar.ts';
import type { Side } from '../rules/rules.ts';

interface Props {
  readonly side: Side;
  /** Omitted beside the side's name. */
  readonly label?: string;
}

/** A side's ball: beside its name, and for each rack or frame it won. */
export const SideBall = ({ side, label }: Props) => (
  <span
    className={`ball ball--${SIDE_BALLS[side]} side-ball`}
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  />
);
