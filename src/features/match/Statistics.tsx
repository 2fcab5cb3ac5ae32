import type { TextsOf } from '../../i18n/texts.ts';
import { useMemo } from 'react';
import { formatClock } from '../../core/clock/count-up.ts';
import { statisticsOf } from '../../core/match/statistics.ts';
import type { Named } from '../../rules/players.ts';
import { shownOf } from '../../games/boards.ts';
import type { Scored } from './scoring.ts';
import { StatisticsTable } from './StatisticsTable.tsx';

interface Props {
  readonly scored: Scored;
  readonly texts: TextsOf<'match'>;
}

const TIMES = ['average', 'shortest', 'longest'] as const;

/** Both sides' statistics, and how long racks or frames took. */
export const Statistics = ({ scored, texts }: Props) => {
  const { match, rules, start, lines, state } = scored;
  const statistics = useMemo(
    () => statisticsOf(rules, start, lines, match.startedAtMillis),
    [rules, match.startedAtMillis, start, lines],
  );
  if (!statistics) return <p className="statistics__none">{texts.match.statistics.none}</p>;
  const { unit } = shownOf(rules.board(state));
  const { durations } = statistics;
  return (
    <div className="statistics">
      <StatisticsTable
        texts={texts}
        names={state as Named}
        rows={statistics.rows.map(([name, { A, B }]) => ({ name, values: [A, B] }))}
        faults={statistics.faults}
      />
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
                <bdi translate="no">{formatClock(durations[name])}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
};
