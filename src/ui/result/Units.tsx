import type { PlayedUnit } from '../../core/record/result.ts';
import { SIDES } from '../../core/rules/rules.ts';
import type { LiveTexts } from './props.ts';
import { SidesTable } from './SidesTable.tsx';

interface Props {
  readonly units: readonly PlayedUnit[];
  readonly names: readonly [string, string];
  readonly texts: LiveTexts;
}

/** Whether a match's units are frames with points, rather than racks. */
export const areFrames = (units: readonly PlayedUnit[]): boolean =>
  units.some(({ points }) => points !== null);

/** A match's frames with their points, or racks with their winners, in order. */
export const Units = ({ units, names, texts }: Props) => {
  const isFrames = areFrames(units);
  const { frames, racks, won } = texts.result;
  const { overlay } = texts;
  /** An ending that is as usual goes without saying. */
  const endings: Readonly<Record<string, string | null>> = { ...texts.match.endings, plain: null };
  const noteOf = ({ how, high }: PlayedUnit): string | null =>
    high && high.points > 0
      ? `${overlay.break} ${high.points}`
      : how !== null && Object.hasOwn(endings, how)
        ? (endings[how] ?? null)
        : null;
  const mark = (
    <>
      <span className="sides__won" aria-hidden="true" />
      <span className="visually-hidden">{won}</span>
    </>
  );
  return (
    <SidesTable
      caption={isFrames ? frames : racks}
      names={names}
      rows={units.map((unit, index) => {
        const note = noteOf(unit);
        const [a, b] = SIDES.map((side) => unit.winner === side);
        return {
          key: String(index),
          label: (
            <>
              <span>{`${isFrames ? overlay.frame : overlay.rack} ${index + 1}`}</span>
              {note !== null && <small className="sides__note">{note}</small>}
            </>
          ),
          values: unit.points ?? [a === true && mark, b === true && mark],
          better: unit.winner,
        };
      })}
    />
  );
};
