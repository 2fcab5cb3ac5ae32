import type { KnownFact } from '../../backend/contract.ts';
import type { Tournament } from '../../core/tournament/facts.ts';
import { entryText, pairText } from '../../core/tournament/words.ts';
import { formatMessage, formatReason } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import type { Areas } from '../../i18n/texts.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import type { Evening } from './evening.ts';
import type { Unsaid } from './tournament.ts';

type Entries = Tournament['entries'];
type Told = Pick<Evening, 'entries' | 'matches'>;

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

/** What the last change was about, for Undo: its last fact, because those before it only prepare that one. */
export const undoText = (
  facts: readonly { readonly key: string }[],
  { matches, entries }: Told,
  texts: ScreenTexts,
): string => {
  const key = facts.at(-1)?.key ?? '';
  const match = matches.find(({ slot }) => key === `outcome:${slot.id}`);
  const about = texts.tournamentDesk.undoing[keyParts(key)[0]];
  return match ? `${about} · ${pairText(entries, match, texts)}` : about;
};

/** What happened instead, and by whom. */
const wayText = (fact: KnownFact, entries: Entries, texts: ScreenTexts): string => {
  const [about, entry] = keyParts(fact.key);
  return formatMessage<string>(texts.tournamentDesk.did[about], {
    by: isolated(fact.by?.name ?? texts.room.somebody),
    name: entryText(entries, entry, texts),
  });
};

/** Why facts weren't added. */
export const unsaidText = ({ op, result }: Unsaid, evening: Told, texts: ScreenTexts): string => {
  const { tournamentDesk } = texts;
  if ('failure' in result) {
    const reason = formatReason(texts.dashboard.reasons, result.failure.kind);
    return formatMessage(tournamentDesk.unsaid.failed, { what: undoText(op.facts, evening, texts), reason });
  }
  if (result.inTheWay)
    return formatMessage(tournamentDesk.unsaid.refused, {
      what: wayText(result.inTheWay, evening.entries, texts),
    });
  return result.outcome === 'full' ? tournamentDesk.unsaid.full : tournamentDesk.unsaid.bad;
};
