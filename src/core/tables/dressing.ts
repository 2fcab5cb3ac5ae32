/** Whom a venue knows and who sponsors it, as its desk lists them. */

/** Why a picture of a player or a sponsor isn't taken, by the service's codes. */
export const MARK_PROBLEMS = ['type', 'damaged', 'moving', 'dimensions', 'size'] as const;
export type MarkProblem = (typeof MARK_PROBLEMS)[number];

/** A name as it is compared: without the spaces around it, in small letters. */
const keyOf = (name: string): string => name.trim().toLowerCase();

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Whether another than the one with this id has the name. */
export const isTaken = (players: readonly Named[], name: string, id: string | null): boolean =>
  players.some((player) => player.id !== id && keyOf(player.name) === keyOf(name));

/** Letters without their signs, so that who types Zoe finds Zoé, and who types احمد finds أحمد. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Those in whose names what was typed stands, in their order. */
export const found = <Player extends Named>(players: readonly Player[], typed: string): readonly Player[] => {
  const wanted = plain(typed);
  return players.filter(({ name }) => plain(name).includes(wanted));
};

export interface Country {
  readonly code: string;
  readonly name: string;
}

/** Countries by their names in a language (BCP 47), in its order; a code without a name there is left out. */
export const countriesIn = (codes: readonly string[], locale: string): readonly Country[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  const order = new Intl.Collator(locale);
  return codes
    .flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [{ code, name }];
    })
    .sort((one, other) => order.compare(one.name, other.name));
};

/** The country that somebody means by what they typed: by its whole name, or as the only one that begins so; null for none. */
export const countryOf = (countries: readonly Country[], typed: string): Country | null => {
  const wanted = plain(typed);
  if (wanted === '') return null;
  const beginning = countries.filter(({ name }) => plain(name).startsWith(wanted));
  const whole = beginning.find(({ name }) => plain(name) === wanted);
  return whole ?? (beginning.length === 1 ? (beginning[0] ?? null) : null);
};
