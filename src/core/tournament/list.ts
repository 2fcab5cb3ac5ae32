import { formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { grouped } from '../grouped.ts';
import type { Areas } from '../../i18n/texts.ts';
import { isBlank, isDrawn, type Match } from './bracket.ts';
import type { ShownTournament } from './shown.ts';
import { podiumOf } from './standings.ts';
import { entryText, reasonText, roundHeading } from './words.ts';

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
  const { slot, sides, outcome, state, winner } = match;
  const [one, other] = sides.map((who) =>
    typeof who === 'number'
      ? entryText(entries, who, texts)
      : tournament[state === 'bye' ? 'bye' : 'unknown'],
  );
  const isScored = outcome !== null && outcome.reason !== 'walkover' && outcome.winner !== null;
  const place = at.get(slot.id);
  return [
    `${one ?? ''} ${isScored ? isolated(outcome.units.join('–')) : '–'} ${other ?? ''}`,
    !outcome && place && formatMessage(tournament[place.state], { table: isolated(tableName(place.table)) }),
    outcome && reasonText(outcome, texts),
    outcome &&
      outcome.winner !== null &&
      formatMessage(texts.tournamentPage.winner, { name: entryText(entries, winner, texts) }),
  ]
    .filter(Boolean)
    .join(' · ');
};

/** A tournament as text: its podium once it is over, the matches of its groups and rounds, or its players before the draw. */
export const listOf = (shown: ShownTournament, texts: Texts, tableName: TableName): readonly Part[] => {
  const { entries, matches } = shown;
  if (matches.length === 0) {
    const lines = [...entries.keys()].map((entry) => entryText(entries, entry, texts));
    return [{ heading: texts.tournament.players, lines }];
  }
  const podium = podiumOf(shown).map(({ entry, place }) => `${place}. ${entryText(entries, entry, texts)}`);
  const listed = matches.filter((match) => !isBlank(match) && (match.slot.group !== null || isDrawn(match)));
  const rounds = grouped(listed, ({ slot }) => slot.group ?? slot.round);
  return [
    ...(podium.length > 0 ? [{ heading: texts.tournament.podium, lines: podium }] : []),
    ...[...rounds.values()].flatMap((round) =>
      round[0]
        ? [
            {
              heading: roundHeading(round[0].slot, shown, texts),
              lines: round.map((match) => lineOf(match, shown, texts, tableName)),
            },
          ]
        : [],
    ),
  ];
};
