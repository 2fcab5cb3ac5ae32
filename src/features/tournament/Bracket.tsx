import type { ReactNode } from 'react';
import { grouped } from '../../core/grouped.ts';
import { isBlank, isDrawn, partOf, PARTS, type Match, type Who } from '../../core/tournament/bracket.ts';
import type { Tournament } from '../../core/tournament/facts.ts';
import type { Place } from '../../core/tournament/shown.ts';
import { entryName, roundHeading } from '../../core/tournament/words.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { TextsOf } from '../../i18n/texts.ts';

/** Where a match is played or was called to, with the table's name. */
export type At = Pick<Place, 'state' | 'table'>;

interface Props {
  readonly tournament: Pick<Tournament, 'entries' | 'format' | 'places'>;
  readonly matches: readonly Match[];
  readonly texts: TextsOf<'tournament'>;
  /** By the slots' ids. */
  readonly at?: ReadonlyMap<string, At>;
  /** The entry to stand out. */
  readonly highlight?: number | null;
  readonly onPick?: (match: Match) => void;
}

const Side = ({ match, index, ...props }: Props & { readonly match: Match; readonly index: 0 | 1 }) => {
  const { texts, highlight } = props;
  const { tournament } = texts;
  const { sides, outcome, state } = match;
  const who: Who = sides[index];
  const hasWon = outcome !== null && outcome.winner === index;
  const hasLost = outcome !== null && !hasWon;
  const isPlayed = outcome !== null && outcome.reason !== 'walkover';
  return (
    <li
      className="bracket__side"
      data-won={hasWon || undefined}
      data-lost={hasLost || undefined}
      data-chosen={(typeof who === 'number' && who === highlight) || undefined}
    >
      {typeof who === 'number' ? (
        <span className="bracket__name">
          <bdi translate="no">{entryName(props.tournament.entries, who, texts)}</bdi>
        </span>
      ) : (
        <span className="bracket__name bracket__nobody">
          {who === 'nobody' && state === 'bye' ? (
            tournament.bye
          ) : (
            <span className="bracket__unknown">{tournament.unknown}</span>
          )}
        </span>
      )}
      {hasLost && outcome.reason !== 'played' && outcome.reason !== 'hand' && (
        <span className="bracket__reason">
          {outcome.winner === null
            ? tournament.reasons.nobody
            : outcome.reason === 'walkover'
              ? tournament.absent
              : tournament.reasons.retired}
        </span>
      )}
      {isPlayed && <span className="bracket__units">{outcome.units[index]}</span>}
    </li>
  );
};

const Pair = ({ match, ...props }: Props & { readonly match: Match }) => {
  const { texts, at, onPick } = props;
  const place = at?.get(match.slot.id);
  const drawn: ReactNode = (
    <>
      <ul className="bracket__sides">
        <Side {...props} match={match} index={0} />
        <Side {...props} match={match} index={1} />
      </ul>
      {place && (
        <span className="bracket__at">
          {formatMessage(texts.tournament[place.state], { table: place.table })}
        </span>
      )}
    </>
  );
  return onPick ? (
    <button
      className="bracket__pair"
      type="button"
      aria-haspopup="dialog"
      data-state={place?.state}
      onClick={() => onPick(match)}
    >
      {drawn}
    </button>
  ) : (
    <div className="bracket__pair" data-state={place?.state}>
      {drawn}
    </div>
  );
};

/**
 * A bracket in columns of rounds, whose matches are beside those that they lead to. It fills its block's height, and its
 * sizes follow from its font size.
 */
export const Bracket = (props: Props) => {
  const { tournament, matches, texts } = props;
  const isDouble = tournament.format.kind === 'double';
  const shown = matches.filter(isDrawn);
  return (
    <div className="bracket">
      {PARTS.map((part) => {
        const own = shown.filter((match) => partOf(match) === part);
        if (own.length === 0) return null;
        // A round of byes alone would be a heading over nothing.
        const all = [...grouped(own, ({ slot }) => slot.round).values()].filter(
          (column) => !column.every(isBlank),
        );
        return (
          <section className="bracket__part" key={part} data-part={part}>
            {isDouble && part !== 'third' && (
              <h3 className="bracket__title">
                {part === 'winners' ? texts.tournament.winnersSide : texts.tournament.losersSide}
              </h3>
            )}
            <ol className="bracket__rounds">
              {all.map((column, index) => {
                const [first] = column;
                if (!first) return null;
                const next = all[index + 1]?.length;
                return (
                  <li
                    className="bracket__round"
                    key={first.slot.round}
                    data-joins={next === undefined ? undefined : next < column.length ? 'two' : 'one'}
                    data-joined={index === 0 ? undefined : ''}
                  >
                    <h4 className="bracket__heading">{roundHeading(first.slot, tournament, texts)}</h4>
                    <ol className="bracket__matches">
                      {column.map((match) => (
                        <li
                          className="bracket__match"
                          key={match.slot.id}
                          data-blank={isBlank(match) || undefined}
                        >
                          {!isBlank(match) && <Pair {...props} match={match} />}
                        </li>
                      ))}
                    </ol>
                  </li>
                );
              })}
            </ol>
          </section>
        );
      })}
    </div>
  );
};

/**
 * A bracket in a page: it scrolls sideways, or on a phone is a list by round. `region` is the id of its heading, for those
 * without buttons in it that a keyboard reaches.
 */
export const PageBracket = ({ region, ...props }: Props & { readonly region?: string }) => (
  <div
    className="tournament__bracket"
    {...(region !== undefined && { tabIndex: 0, role: 'region', 'aria-labelledby': region })}
  >
    <Bracket {...props} />
  </div>
);
