import { formatMessage } from '../../i18n/format.ts';
import type { Areas } from '../../i18n/texts.ts';
import { isolated, pairOf } from '../../i18n/isolated.ts';
import type { Match, Who } from './bracket.ts';
import type { Outcome, Tournament } from './facts.ts';
import { bracketSize, type Slot } from './slots.ts';

type Placed = Pick<Tournament, 'format' | 'places'>;
type Entries = Tournament['entries'];
type Texts = Pick<Areas, 'tournament'>;

/** An entry's name as typed, for an element of its own. An erased one is a number. */
export const entryName = (entries: Entries, entry: Who, { tournament }: Texts): string => {
  if (typeof entry !== 'number') return '';
  const { name } = entries.get(entry) ?? { name: '' };
  return name === '' ? formatMessage(tournament.numbered, { number: entry }) : name;
};

/** An entry's name within a text. */
export const entryText = (entries: Entries, entry: Who, texts: Texts): string =>
  isolated(entryName(entries, entry, texts));

/** The two of a match. */
export const pairText = (entries: Entries, { sides }: Pick<Match, 'sides'>, texts: Texts): string =>
  pairOf(sides.map((who) => entryName(entries, who, texts)));

/** Why a match that is over has no score that counts; empty if it has one. */
export const reasonText = ({ winner, reason }: Outcome, { tournament: { reasons } }: Texts): string => {
  if (winner === null) return reasons.nobody;
  return reason === 'walkover' || reason === 'retired' ? reasons[reason] : '';
};

type RoundName = keyof Areas['tournament']['rounds'];

/** Rounds of a single elimination, by how many players are left in them. */
const LAST: Readonly<Record<number, RoundName>> = {
  2: 'final',
  4: 'semiFinal',
  8: 'quarterFinal',
  16: 'last16',
  32: 'last32',
  64: 'last64',
};

const numberOf = ({ round }: Slot): number => Number(round.slice(1));

/** What people call the round of a slot in the bracket. */
const nameOf = (slot: Slot, placed: Placed): RoundName => {
  const size = bracketSize(placed);
  const rounds = Math.log2(size);
  const number = numberOf(slot);
  switch (slot.round.charAt(0)) {
    case 't':
      return 'third';
    case 'f':
      return number === 1 ? 'final' : 'secondFinal';
    case 'l':
      return number === 2 * rounds - 2 ? 'losersFinal' : 'losers';
    default:
      if (placed.format.kind === 'double') return number === rounds ? 'winnersFinal' : 'winners';
      return LAST[size / 2 ** (number - 1)] ?? 'last128';
  }
};

/** A group's name, by its number from 0 on. */
export const groupText = (group: number, { tournament }: Texts): string =>
  formatMessage(tournament.rounds.group, { count: group + 1 });

/** The round of a match, in the singular: "Quarter-final". */
export const roundText = (slot: Slot, placed: Placed, texts: Texts): string => {
  if (slot.group !== null) return groupText(slot.group, texts);
  return formatMessage<string>(texts.tournament.rounds[nameOf(slot, placed)], { count: numberOf(slot) });
};

/** What a round's matches are headed with: "Quarter-finals". */
export const roundHeading = (slot: Slot, placed: Placed, texts: Texts): string => {
  if (slot.group !== null) return groupText(slot.group, texts);
  const headings: Readonly<Record<string, string>> = texts.tournament.headings;
  return headings[nameOf(slot, placed)] ?? roundText(slot, placed, texts);
};
