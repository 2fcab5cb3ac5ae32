import { useState } from 'react';
import type { Side } from '../../core/rules/rules.ts';
import type { FitSizes } from './fit-text.ts';
import { Fitted } from './Fitted.tsx';

interface Props {
  readonly side: Side;
  readonly name: string;
  /** Racks or frames. */
  readonly wins: number;
  /** At the table. */
  readonly lit: boolean;
  readonly won: boolean;
}

const NAME_SIZES: FitSizes = { largest: 46, smallestInOneLine: 28, smallestUnbroken: 19, smallest: 14 };

/** How often a number has risen since it was first drawn: what a page finds when it comes was won before. */
const useRises = (value: number): number => {
  const [seen, setSeen] = useState({ value, rises: 0 });
  if (seen.value !== value) setSeen({ value, rises: seen.rises + (value > seen.value ? 1 : 0) });
  return seen.rises;
};

/** A player's plate. */
export const Plate = ({ side, name, wins, lit, won }: Props) => {
  const rises = useRises(wins);
  return (
    <div
      className={`on-air__plate${lit ? ' on-air__plate--lit' : ''}${won ? ' on-air__plate--won' : ''}`}
      data-side={side}
    >
      {rises > 0 && <span key={rises} className="on-air__sweep" aria-hidden="true" />}
      <Fitted
        text={name}
        className={`on-air__name on-air__name--${side === 'A' ? 'first' : 'second'}`}
        testId={side === 'A' ? 'overlay-p1' : 'overlay-p2'}
        sizes={NAME_SIZES}
      />
    </div>
  );
};
