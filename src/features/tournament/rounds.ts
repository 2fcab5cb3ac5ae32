import type { Tournament } from '../../core/tournament/facts.ts';
import { roundOf, type Round } from '../../core/tournament/rounds.ts';
import type { Slot } from '../../core/tournament/slots.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { TextsOf } from '../../i18n/texts.ts';

type Drawn = Pick<Tournament, 'format' | 'places'>;

const keyOf = ({ name, count }: Round) =>
  name === 'last' ? (`last${count as 16 | 32 | 64 | 128}` as const) : name;

/** The round of a match, in the singular: "Quarter-final". */
export const roundText = (
  slot: Slot,
  { format, places }: Drawn,
  { tournament }: TextsOf<'tournament'>,
): string => {
  const round = roundOf(slot, places.length, format);
  return formatMessage<string>(tournament.rounds[keyOf(round)], { count: round.count });
};

/** What a round's matches are headed with: "Quarter-finals". */
export const roundHeading = (slot: Slot, drawn: Drawn, texts: TextsOf<'tournament'>): string => {
  const { format, places } = drawn;
  const headings: Readonly<Record<string, string>> = texts.tournament.headings;
  return headings[keyOf(roundOf(slot, places.length, format))] ?? roundText(slot, drawn, texts);
};
