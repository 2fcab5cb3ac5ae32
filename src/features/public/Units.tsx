import type { PlayedUnit } from '../../core/results/result.ts';
import type { Side } from '../../rules/rules.ts';
import { SideBall } from '../../kit/SideBall.tsx';
import { unitNotes } from '../match/unit-notes.ts';
import type { UnitsTexts } from './props.ts';
import { SidesTable } from './SidesTable.tsx';

interface Props {
  /** The game's stored name. */
  readonly game: string;
  readonly units: readonly PlayedUnit[];
  readonly names: readonly [string, string];
  readonly texts: UnitsTexts;
}

/** Whether a match's units are frames with points, rather than racks. */
export const areFrames = (units: readonly PlayedUnit[]): boolean =>
  units.some(({ points }) => points !== null);

/** A match's frames with their points, or racks with their winners, in order. */
export const Units = ({ game, units, names, texts }: Props) => {
  const isFrames = areFrames(units);
  const { frames, racks, won } = texts.result;
  const { overlay } = texts;
  const valueOf = (unit: PlayedUnit, side: Side) => (
    <>
      {unit.winner === side && <SideBall side={side} label={won} />}
      {unit.points && <span>{unit.points[side === 'A' ? 0 : 1]}</span>}
      {unitNotes(game, unit, side, texts).map((note) => (
        <small key={note} className="sides__note">
          <bdi translate="yes">{note}</bdi>
        </small>
      ))}
    </>
  );
  return (
    <SidesTable
      caption={isFrames ? frames : racks}
      names={names}
      rows={units.map((unit, index) => ({
        key: String(index),
        label: `${isFrames ? overlay.frame : overlay.rack} ${index + 1}`,
        values: [valueOf(unit, 'A'), valueOf(unit, 'B')],
        better: unit.winner,
      }))}
    />
  );
};
