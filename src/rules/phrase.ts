import type { Name, Phrase } from '../i18n/phrases.ts';
import type { MatchText, MatchTexts } from '../i18n/texts.ts';
import { graphemes } from './graphemes.ts';
import { givenName } from './name.ts';
import type { Named } from './players.ts';
import type { Side } from './rules.ts';

type Sides = Pick<MatchTexts<'sides'>, 'match'>;

export const phrase = (key: MatchText, values?: Phrase['values'], also: readonly Phrase[] = []): Phrase => ({
  key,
  ...(values && { values }),
  ...(also.length > 0 && { also }),
});

/** A side's player name, or its letter if unnamed. */
export const playerOf = (names: Named, side: Side): Name | Phrase => {
  const name = givenName(side === 'A' ? names.p1 : names.p2).trim();
  return name ? { name } : phrase(`sides.${side}`);
};

/** A side's player name as typed, or "Player A" in the language of the texts. */
export const playerName = (names: Named, side: Side, { match: { sides } }: Sides): string => {
  const player = playerOf(names, side);
  return 'name' in player ? player.name : sides[side];
};

/** Joins phrases into one. */
export const joined = ([first, ...more]: readonly Phrase[]): Phrase =>
  first ? { ...first, also: [...(first.also ?? []), ...more] } : phrase('log.nothing');

/** A name of at most `most` letters; a longer one ends in an ellipsis. */
export const cutName = (name: string, most: number): string => {
  const letters = graphemes(name);
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : name;
};

const withCutName = (value: number | Name | Phrase, most: number): number | Name | Phrase => {
  if (typeof value === 'number') return value;
  return 'name' in value ? { name: cutName(value.name, most) } : withCutNames(value, most);
};

/** A phrase with its names cut to `most` letters each, to fit a key. */
export const withCutNames = ({ key, values = {}, also = [] }: Phrase, most: number): Phrase =>
  phrase(
    key,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withCutName(value, most)])),
    also.map((more) => withCutNames(more, most)),
  );
