import { dequal } from 'dequal/lite';
import { areGroupsOver, groupTables, seatsFrom } from '../../core/tournament/groups.ts';
import { useMay } from '../../kit/may.ts';
import { GroupTables } from './GroupTables.tsx';
import type { TonightProps } from './props.ts';
import { entryName } from '../../core/tournament/words.ts';

/** The groups' tables. Once all is played there, whoever runs the tournament lets two of each go on. */
export const Groups = ({ tournaments, evening, texts, isSending }: TonightProps) => {
  const { format, matches, seats, parties, isClosed } = evening;
  const { tournamentDesk, tournament } = texts;
  const may = useMay();
  if (format.groups === 0) return null;
  const next = seatsFrom(groupTables(evening, matches));
  const isBegun = matches.some(
    ({ slot, outcome }) => slot.group === null && (outcome !== null || parties.has(slot.id)),
  );
  const isOffered = !isClosed && !isBegun && areGroupsOver(matches) && !dequal(seats, next);
  return (
    <section className="tournament__part" aria-label={tournament.groups}>
      <h2 className="subheading">{tournament.groups}</h2>
      <GroupTables
        tournament={evening}
        matches={matches}
        texts={texts}
        nameOf={(entry) => entryName(evening.entries, entry, texts)}
      />
      {isOffered && may.has('run_tournament') && (
        <div className="button-row">
          <p className="field__hint">{tournamentDesk.tonight.knockoutHelp}</p>
          <button
            className="button button--primary"
            type="button"
            disabled={isSending}
            onClick={() => void tournaments.say([{ key: 'seats', value: next }])}
          >
            {seats.length === 0 ? tournamentDesk.tonight.knockout : tournamentDesk.tonight.knockoutAgain}
          </button>
        </div>
      )}
    </section>
  );
};
