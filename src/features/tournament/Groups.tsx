import type { Tournament } from '../../core/tournament/facts.ts';
import { seatingOf } from '../../core/tournament/groups.ts';
import { entryText } from '../../core/tournament/words.ts';
import { Ask } from '../../kit/Ask.tsx';
import { useMay } from '../../kit/may.ts';
import { Difference, Taken } from './Difference.tsx';
import { takenIn } from './evening.ts';
import { GroupTables } from './GroupTables.tsx';
import type { TonightProps } from './props.ts';

/** The groups' tables. Once all is played there, whoever runs the tournament lets two of each go on. */
export const Groups = ({ tournaments, evening, texts, isSending }: TonightProps) => {
  const { entries, format, seats, out, isClosed } = evening;
  const { tournamentDesk, tournament } = texts;
  const may = useMay();
  if (format.groups === 0) return null;
  const { next, isBegun, isOther } = seatingOf(evening);
  const isOffered = may.has('run_tournament') && !isClosed && isOther;
  const say = (value: object): Promise<boolean> => tournaments.say([{ key: 'seats', value }]);
  const start = (): Promise<boolean> => say({ places: next, out: [...out] });
  /** Those whose places others have in the other seating. */
  const movedIn = (places: Tournament['seats'], others: Tournament['seats']): string =>
    places
      .flatMap((entry, index) =>
        entry === null || entry === others[index] ? [] : [entryText(entries, entry, texts)],
      )
      .join(' · ');
  return (
    <section className="tournament__part" aria-label={tournament.groups}>
      <h2 className="subheading">{tournament.groups}</h2>
      <GroupTables tournament={evening} texts={texts} />
      {isOffered && isBegun && (
        <Difference
          texts={texts}
          isSending={isSending}
          result={movedIn(next, seats)}
          stored={movedIn(seats, next)}
          leave={() => void say({ places: seats, out: [...out], left: next })}
        >
          <Ask
            texts={texts}
            opener={{ text: tournamentDesk.match.change, disabled: isSending }}
            title={tournamentDesk.tonight.knockoutAgain}
            confirm={tournamentDesk.match.change}
            change={() => start().then(() => null)}
          >
            <Taken evening={evening} texts={texts} matches={takenIn(evening, { seats: next })} />
          </Ask>
        </Difference>
      )}
      {isOffered && !isBegun && (
        <div className="button-row">
          <p className="field__hint">{tournamentDesk.tonight.knockoutHelp}</p>
          <button
            className="button button--primary"
            type="button"
            disabled={isSending}
            onClick={() => void start()}
          >
            {seats.length === 0 ? tournamentDesk.tonight.knockout : tournamentDesk.tonight.knockoutAgain}
          </button>
        </div>
      )}
    </section>
  );
};
