import type { FullResult, PlayedUnit } from '../../core/results/result.ts';
import type { Side } from '../../rules/rules.ts';
import { formatMessage } from '../../i18n/format.ts';
import { SideBall } from '../../kit/SideBall.tsx';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { SidesHead } from '../match/StatisticsTable.tsx';
import { unitNotes } from '../match/unit-notes.ts';
import { namedIn } from './words.ts';

interface Props {
  readonly texts: ScreenTexts;
  readonly result: FullResult;
}

interface CellProps {
  readonly texts: ScreenTexts;
  readonly game: string;
  readonly unit: PlayedUnit;
  readonly side: Side;
}

/** One side's cell in a frame or rack: its points, its break, how it won or lost. */
const Cell = ({ texts, game, unit, side }: CellProps) => {
  const { points, winner } = unit;
  const hasWon = winner === side;
  return (
    <td className={hasWon ? 'versus__better' : undefined}>
      {hasWon && <SideBall side={side} label={texts.results.won} />}
      {points && <span>{points[side === 'A' ? 0 : 1]}</span>}
      {unitNotes(game, unit, side, texts).map((note) => (
        <bdi key={note} translate="yes" className="results__note">
          {note}
        </bdi>
      ))}
    </td>
  );
};

/** A match's frames or racks in order, side by side as on the board. */
export const Units = ({ texts, result }: Props) => {
  const {
    game,
    detail: { units },
  } = result;
  if (units.length === 0) return null;
  const isFrames = units.some(({ points }) => points !== null);
  const { log, statistics } = texts.match;
  const title = statistics[isFrames ? 'frames' : 'racks'];
  return (
    <section className="results__part">
      <h3 className="heading">{title}</h3>
      <table className="versus" dir="ltr">
        <caption className="visually-hidden">{title}</caption>
        <SidesHead texts={texts} names={namedIn(result)} />
        <tbody>
          {units.map((unit, index) => (
            <tr key={index}>
              <Cell texts={texts} game={game} unit={unit} side="A" />
              <th scope="row">
                <bdi translate="yes">
                  {isFrames
                    ? formatMessage(log.frame, { frame: index + 1 })
                    : formatMessage(log.rackNumber, { rack: index + 1 })}
                </bdi>
              </th>
              <Cell texts={texts} game={game} unit={unit} side="B" />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
