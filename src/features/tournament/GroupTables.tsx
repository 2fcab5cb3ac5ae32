import type { Drawn } from '../../core/tournament/bracket.ts';
import { groupTables } from '../../core/tournament/groups.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import { entryName, groupText } from '../../core/tournament/words.ts';

interface Props {
  readonly tournament: Drawn;
  readonly texts: TextsOf<'tournament'>;
  /** The groups to show, from 0 on; all of them without it. */
  readonly groups?: readonly number[];
}

/** Each group's table, the best first. Sizes follow from the font size. */
export const GroupTables = ({ tournament, texts, groups }: Props) => {
  const { group: words } = texts.tournament;
  return (
    <div className="groups">
      {[...groupTables(tournament, tournament.matches).entries()]
        .filter(([group]) => groups?.includes(group) ?? true)
        .map(([group, rows]) => (
          <table className="groups__table" key={group}>
            <caption className="groups__name">{groupText(group, texts)}</caption>
            <thead>
              <tr>
                <th className="groups__player" scope="col">
                  {words.player}
                </th>
                <th scope="col">{words.played}</th>
                <th scope="col">{words.wins}</th>
                <th scope="col">{words.difference}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ entry, played, wins, difference }) => (
                <tr key={entry} data-on={tournament.seats.includes(entry) || undefined}>
                  <th className="groups__player" scope="row">
                    <bdi translate="no">{entryName(tournament.entries, entry, texts)}</bdi>
                  </th>
                  <td>{played}</td>
                  <td>{wins}</td>
                  <td>
                    <bdi dir="ltr" translate="no">
                      {`${difference > 0 ? '+' : ''}${difference}`.replace('-', '−')}
                    </bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
    </div>
  );
};
