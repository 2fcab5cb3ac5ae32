import type { TextsOf } from '../../i18n/texts.ts';
import { useMemo } from 'react';
import { formatClock } from '../../core/clock/count-up.ts';
import { statisticsOf } from '../../core/match/statistics.ts';
import { playerOf } from '../../core/match/phrase.ts';
import type { Named } from '../../core/rules/players.ts';
import { shownOf } from '../../games/boards.ts';
import { otherSide, type Side } from '../../core/rules/rules.ts';
import type { Scored } from '../../stores/match/scoring.ts';
import { nameText } from '../../i18n/phrases.ts';

interface Props {
  readonly scored: Scored;
  readonly texts: TextsOf<'match'>;
}

const TIMES = ['average', 'shortest', 'longest'] as const;

/** Both sides' statistics, side by side as on the board: A is on the left in every language. */
export const Statistics = ({ scored, texts }: Props) => {
  const { match, rules, start, lines, state } = scored;
  const told = useMemo(
    () => statisticsOf(rules, start, lines, match.startedAtMillis),
    [rules, match.startedAtMillis, start, lines],
  );
  if (!told) return <p className="statistics__none">{texts.match.statistics.none}</p>;
  const { unit } = shownOf(rules.board(state));
  const { durations, faults } = told;
  return (
    <div className="statistics">
      <table className="statistics__table" dir="ltr">
        <caption className="visually-hidden">{texts.match.statistics.title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <bdi className="statistics__name">{nameText(texts, playerOf(state as Named, 'A'))}</bdi>
            </th>
            <td />
            <th scope="col">
              <bdi className="statistics__name">{nameText(texts, playerOf(state as Named, 'B'))}</bdi>
            </th>
          </tr>
        </thead>
        <tbody>
          {told.rows.map(([name, values]) => {
            const number = (side: Side) => {
              const isBetter = !faults.includes(name) && values[side] > values[otherSide(side)];
              return <td className={isBetter ? 'statistics__better' : undefined}>{values[side]}</td>;
            };
            return (
              <tr key={name}>
                {number('A')}
                <th scope="row">
                  <bdi>{texts.match.statistics[name]}</bdi>
                </th>
                {number('B')}
              </tr>
            );
          })}
        </tbody>
      </table>
      {durations && (
        <dl className="statistics__times">
          {TIMES.map((name) => (
            <div key={name}>
              <dt>
                {
                  texts.match.statistics[
                    unit === 'frame' ? (`${name}Frame` as const) : (`${name}Rack` as const)
                  ]
                }
              </dt>
              <dd>
                <bdi>{formatClock(durations[name])}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
};
