import type { Drawn } from '../../core/tournament/bracket.ts';
import { podiumOf } from '../../core/tournament/standings.ts';
import { entryName } from '../../core/tournament/words.ts';
import type { TextsOf } from '../../i18n/texts.ts';

/** The first three, once all is played. */
export const Podium = ({
  tournament,
  texts,
}: {
  readonly tournament: Drawn;
  readonly texts: TextsOf<'tournament'>;
}) => {
  const standings = podiumOf(tournament);
  const { podium, noChampion } = texts.tournament;
  if (standings.length === 0) return null;
  return (
    <section className="panel podium" aria-label={podium}>
      <h2 className="heading">{podium}</h2>
      {standings[0]?.place !== 1 && <p>{noChampion}</p>}
      <ol>
        {standings.map(({ entry, place }) => (
          <li key={entry} value={place}>
            <bdi translate="no">{entryName(tournament.entries, entry, texts)}</bdi>
          </li>
        ))}
      </ol>
    </section>
  );
};
