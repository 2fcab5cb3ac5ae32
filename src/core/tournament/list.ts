import { formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { grouped } from '../grouped.ts';
import type { Areas } from '../../i18n/texts.ts';
import { isBlank, isDrawn, type Match } from './bracket.ts';
import type { ShownTournament } from './shown.ts';
import type { Slot } from './slots.ts';
import { entryName, groupText, roundHeading } from './words.ts';

type Texts = Pick<Areas, 'tournament' | 'tournamentPage'>;
/** A table's name on screens, by its stored one. */
type TableName = (table: string) => string;

interface Part {
  readonly heading: string;
  readonly lines: readonly string[];
}

const lineOf = (
  match: Match,
  { entries, at }: ShownTournament,
  texts: Texts,
  tableName: TableName,
): string => {
  const { tournament } = texts;
  const { slot, sides, outcome, state } = match;
  const [one, other] = sides.map((who) =>
    typeof who === 'number'
      ? isolated(entryName(entries, who, texts))
      : tournament[state === 'bye' ? 'bye' : 'unknown'],
  );
  const isScored = outcome !== null && outcome.reason !== 'walkover' && outcome.winner !== null;
  const place = at.get(slot.id);
  const more =
    outcome === null
      ? place &&
        formatMessage(tournament[place.state], {
          table: isolated(tableName(place.table)),
        })
      : outcome.winner === null
        ? tournament.reasons.nobody
        : [
            ...(outcome.reason === 'walkover' || outcome.reason === 'retired'
              ? [tournament.reasons[outcome.reason]]
              : []),
            formatMessage(texts.tournamentPage.winner, {
              name: isolated(entryName(entries, match.winner, texts)),
            }),
          ].join(' · ');
  return [`${one ?? ''} ${isScored ? isolated(outcome.units.join('–')) : '–'} ${other ?? ''}`, more]
    .filter(Boolean)
    .join(' · ');
};

const headingOf = (slot: Slot, shown: ShownTournament, texts: Texts): string =>
  slot.group === null ? roundHeading(slot, shown, texts) : groupText(slot.group, texts);

/** A tournament as text: the matches of its groups and rounds, or its players before the draw. */
export const listOf = (shown: ShownTournament, texts: Texts, tableName: TableName): readonly Part[] => {
  const { entries, matches } = shown;
  if (matches.length === 0) {
    const lines = [...entries.keys()].map((entry) => isolated(entryName(entries, entry, texts)));
    return [{ heading: texts.tournament.players, lines }];
  }
  const listed = matches.filter((match) => !isBlank(match) && (match.slot.group !== null || isDrawn(match)));
  const rounds = grouped(listed, ({ slot }) => slot.group ?? slot.round);
  return [...rounds.values()].flatMap((round) =>
    round[0]
      ? [
          {
            heading: headingOf(round[0].slot, shown, texts),
            lines: round.map((match) => lineOf(match, shown, texts, tableName)),
          },
        ]
      : [],
  );
};
