import type { KnownFact } from '../../backend/contract.ts';
import type { Tournament } from '../../core/tournament/facts.ts';
import type { Match, Who } from '../../core/tournament/bracket.ts';
import { entryName } from '../../core/tournament/words.ts';
import { formatMessage, formatReason } from '../../i18n/format.ts';
import { isolated, pairOf } from '../../i18n/isolated.ts';
import type { Areas } from '../../i18n/texts.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import type { Unsaid } from './tournament.ts';

type Entries = Tournament['entries'];

/** An entry's name within a text. */
export const entryText = (entries: Entries, entry: Who, texts: ScreenTexts): string =>
  isolated(entryName(entries, entry, texts));

type About = keyof Areas['tournamentDesk']['did'];

const ABOUT: Readonly<Record<string, About>> = {
  entry: 'entries',
  out: 'out',
  format: 'format',
  places: 'places',
  seats: 'seats',
  tables: 'tables',
  open: 'title',
  closed: 'closed',
};

const keyParts = (key: string): readonly [About, number] => {
  const [kind = '', of = ''] = key.split(':');
  return [ABOUT[kind] ?? 'outcome', Number(of)];
};

/** What the last change was about, for Undo. */
export const undoText = (
  facts: readonly { readonly key: string }[],
  { tournamentDesk }: ScreenTexts,
): string => [...new Set(facts.map(({ key }) => tournamentDesk.undoing[keyParts(key)[0]]))].join(' · ');

/** What happened instead, and by whom. */
const wayText = (fact: KnownFact, entries: Entries, texts: ScreenTexts): string => {
  const [about, entry] = keyParts(fact.key);
  return formatMessage<string>(texts.tournamentDesk.did[about], {
    by: isolated(fact.by?.name ?? texts.room.somebody),
    name: entryText(entries, entry, texts),
  });
};

/** Why facts weren't added. */
export const unsaidText = ({ op, result }: Unsaid, entries: Entries, texts: ScreenTexts): string => {
  const { tournamentDesk } = texts;
  if ('failure' in result) {
    const reason = formatReason(texts.dashboard.reasons, result.failure.kind);
    return formatMessage(tournamentDesk.unsaid.failed, { what: undoText(op.facts, texts), reason });
  }
  if (result.inTheWay)
    return formatMessage(tournamentDesk.unsaid.refused, { what: wayText(result.inTheWay, entries, texts) });
  return result.outcome === 'full' ? tournamentDesk.unsaid.full : tournamentDesk.unsaid.bad;
};

/** The two of a match. */
export const pairText = (entries: Entries, { sides }: Pick<Match, 'sides'>, texts: ScreenTexts): string =>
  pairOf(sides.map((who) => entryName(entries, who, texts)));
