import type { TextsOf } from '../../i18n/texts.ts';
import { playerOf } from '../../rules/phrase.ts';
import type { StatisticsRow } from '../../core/results/result.ts';
import type { Named } from '../../rules/players.ts';
import { nameText } from '../../i18n/phrases.ts';

interface Props {
  readonly texts: TextsOf<'match'>;
  readonly names: Named;
  readonly rows: readonly StatisticsRow[];
  /** The names of the rows in which less is better. */
  readonly faults: readonly string[];
}

/** The names of both sides as a table's head; A is on the left in every language. */
export const SidesHead = ({ texts, names }: Pick<Props, 'texts' | 'names'>) => (
  <thead>
    <tr>
      <th scope="col">
        <bdi translate="no" className="versus__name">
          {nameText(texts, playerOf(names, 'A'))}
        </bdi>
      </th>
      <td />
      <th scope="col">
        <bdi translate="no" className="versus__name">
          {nameText(texts, playerOf(names, 'B'))}
        </bdi>
      </th>
    </tr>
  </thead>
);

/** Both sides' statistics, side by side as on the board. */
export const StatisticsTable = ({ texts, names, rows, faults }: Props) => {
  const classOf = (name: string, own: number, other: number): string | undefined =>
    !faults.includes(name) && own > other ? 'versus__better' : undefined;
  return (
    <table className="versus" dir="ltr">
      <caption className="visually-hidden">{texts.match.statistics.title}</caption>
      <SidesHead texts={texts} names={names} />
      <tbody>
        {rows.map(({ name, values: [a, b] }) => (
          <tr key={name}>
            <td className={classOf(name, a, b)}>{a}</td>
            <th scope="row">
              <bdi translate="yes">{texts.match.statistics[name]}</bdi>
            </th>
            <td className={classOf(name, b, a)}>{b}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
