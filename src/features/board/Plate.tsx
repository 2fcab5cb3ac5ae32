import { useState } from 'react';
import { flagAddress, marksAddress } from '../../config/marks.ts';
import type { Board } from '../../core/overlay/board.ts';
import { faceOf, type Branding, type Face } from '../../core/branding/branding.ts';
import type { Shown } from '../../rules/shown.ts';
import type { Side } from '../../rules/rules.ts';
import type { Elements } from '../../kit/elements.ts';
import type { FitSizes } from './fit-text.ts';
import { Mark } from './Mark.tsx';
import { PlayerName } from './PlayerName.tsx';

interface Props {
  readonly board: Board;
  readonly branding: Branding;
  readonly shown: Shown;
  readonly side: Side;
  /** The sizes of the name. */
  readonly sizes: FitSizes;
  /** Further content of the plate. */
  readonly children?: Elements;
}

/** How often a number has risen since the first render; its initial value doesn't count. */
const useRises = (value: number): number => {
  const [seen, setSeen] = useState({ value, rises: 0 });
  if (seen.value !== value) setSeen({ value, rises: seen.rises + (value > seen.value ? 1 : 0) });
  return seen.rises;
};

/** A player's picture and flag, for beside the name. Sized relative to the surrounding text. */
const FaceMark = ({ face }: { readonly face: Face | null }) => {
  if (!face || (face.picture === null && face.flag === null)) return null;
  const { picture, flag } = face;
  return (
    <span className="on-air__face">
      {picture !== null && (
        <Mark
          key={picture}
          className="on-air__portrait"
          address={`${marksAddress(import.meta.env)}/${picture}`}
          alt=""
        />
      )}
      {flag !== null && <Mark key={flag} className="on-air__flag" address={flagAddress(flag)} alt="" />}
    </span>
  );
};

/** A player's plate, with the name and the player's face, if known. */
export const Plate = ({ board, branding, shown: { wins, at, winner }, side, sizes, children }: Props) => {
  const first = side === 'A';
  const name = first ? board.p1 : board.p2;
  const rises = useRises(wins[first ? 0 : 1]);
  return (
    <div
      className="on-air__plate"
      data-side={side}
      data-lit={at === side || undefined}
      data-waiting={(at !== null && at !== side) || undefined}
      data-won={winner === side || undefined}
    >
      {rises > 0 && <span key={rises} className="on-air__sweep" aria-hidden="true" />}
      <span className="on-air__mark" aria-hidden="true" />
      <FaceMark face={faceOf(branding, name)} />
      <PlayerName board={board} side={side} sizes={sizes} />
      {children}
    </div>
  );
};
