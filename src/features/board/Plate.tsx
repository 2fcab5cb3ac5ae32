import { useState } from 'react';
import { flagAddress, marksAddress } from '../../config/marks.ts';
import type { Board } from '../../core/overlay/board.ts';
import { sideMarks } from '../../core/overlay/grammar.ts';
import { faceOf, type Branding, type Face } from '../../core/branding/branding.ts';
import type { Shown } from '../../rules/shown.ts';
import type { Side } from '../../rules/rules.ts';
import type { Elements } from '../../kit/elements.ts';
import type { NameSizes } from '../../core/overlay/name-steps.ts';
import { Mark } from './Mark.tsx';
import { PlayerName } from './PlayerName.tsx';

interface Props {
  readonly board: Board;
  readonly branding: Branding;
  readonly shown: Shown;
  readonly side: Side;
  /** The sizes of the name. */
  readonly sizes: NameSizes;
  /** Whether a notice is below the name. */
  readonly noticed?: boolean;
  /** Further content of the plate. */
  readonly children?: Elements;
}

/** How often a number has risen since the first render; its initial value doesn't count. */
const useRises = (value: number): number => {
  const [seen, setSeen] = useState({ value, rises: 0 });
  if (seen.value !== value) setSeen({ value, rises: seen.rises + (value > seen.value ? 1 : 0) });
  return seen.rises;
};

interface FaceMarkProps {
  readonly face: Face | null;
  readonly otherFace: Face | null;
}

/**
 * A player's picture and flag, for beside the name. Sized relative to the surrounding text. The place of what only the
 * other player has is kept empty, so that both names begin at the same distance.
 */
const FaceMark = ({ face, otherFace }: FaceMarkProps) => {
  const mark = (kind: 'picture' | 'flag', className: string, addressOf: (mark: string) => string) => {
    const value = face?.[kind] ?? null;
    if (value !== null) return <Mark key={value} className={className} address={addressOf(value)} alt="" />;
    return (otherFace?.[kind] ?? null) === null ? null : <span className={className} />;
  };
  const picture = mark('picture', 'on-air__portrait', (id) => `${marksAddress(import.meta.env)}/${id}`);
  const flag = mark('flag', 'on-air__flag', flagAddress);
  if (!picture && !flag) return null;
  return (
    <span className="on-air__face">
      {picture}
      {flag}
    </span>
  );
};

/** A player's plate, with the name and the player's face, if known. */
export const Plate = ({ board, branding, shown, side, sizes, noticed, children }: Props) => {
  const first = side === 'A';
  const [name, other] = first ? [board.p1, board.p2] : [board.p2, board.p1];
  const rises = useRises(shown.wins[first ? 0 : 1]);
  return (
    <div className="on-air__plate" {...sideMarks(shown, side)} data-noticed={noticed ? '' : undefined}>
      {rises > 0 && <span key={rises} className="on-air__sweep" aria-hidden="true" />}
      <span className="on-air__mark" aria-hidden="true" />
      <FaceMark face={faceOf(branding, name)} otherFace={faceOf(branding, other)} />
      <PlayerName board={board} side={side} sizes={sizes} />
      {children}
    </div>
  );
};
