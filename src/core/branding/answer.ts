import { nameKey, searchKey } from '../../rules/name-key.ts';
import { givenName } from '../../rules/name.ts';

/** A venue's players and sponsors, as listed at its desk. */

/** Why the service refuses a picture of a player or sponsor, by its codes. */
export const MARK_PROBLEMS = ['type', 'damaged', 'moving', 'dimensions', 'size'] as const;
export type MarkProblem = (typeof MARK_PROBLEMS)[number];

interface Named {
  readonly name: string;
}

interface Listed extends Named {
  readonly id: string;
  readonly hidden: boolean;
}

/**
 * Whether somebody other than the one with this id has the name. A new player may have a hidden one's: that one is shown
 * again.
 */
export const isTaken = (players: readonly Listed[], name: string, id: string | null): boolean =>
  players.some(
    (player) => player.id !== id && !(id === null && player.hidden) && nameKey(player.name) === nameKey(name),
  );

/** The players whose names contain what was typed, in their order. */
export const found = <Player extends Named>(players: readonly Player[], typed: string): readonly Player[] => {
  const wanted = searchKey(typed);
  return players.filter(({ name }) => searchKey(name).includes(wanted));
};

/**
 * Whom a venue knows: its players that aren't hidden, then whoever else played lately or is on its boards; everybody once,
 * and nobody unnamed.
 */
export const knownNames = (
  {
    players,
    recent,
  }: { readonly players: readonly Omit<Listed, 'id'>[]; readonly recent: readonly string[] },
  boards: readonly { readonly p1: string; readonly p2: string }[],
): readonly string[] => {
  const playing = boards.flatMap(({ p1, p2 }) => [givenName(p1), givenName(p2)]);
  const hidden = players.filter((player) => player.hidden).map(({ name }) => nameKey(name));
  const keys = new Set(['', ...hidden]);
  return [...players.map(({ name }) => name), ...recent, ...playing].filter((name) => {
    const isNew = !keys.has(nameKey(name));
    keys.add(nameKey(name));
    return isNew;
  });
};

/** How many names are offered at once. */
const OFFERED = 6;

/** The first known names that contain what was typed and say more than it. */
export const offeredNames = (known: readonly string[], typed: string): readonly string[] =>
  found(
    known.map((name) => ({ name })),
    typed,
  )
    .map(({ name }) => name)
    .filter((name) => name !== typed)
    .slice(0, OFFERED);

export interface Country {
  readonly code: string;
  readonly name: string;
}

/** Countries with their names in a language (BCP 47), sorted by its rules; codes without a name are left out. */
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

/** The country that was typed: a full name, or the beginning of only one; null if none fits. */
export const countryOf = (countries: readonly Country[], typed: string): Country | null => {
  const wanted = searchKey(typed);
  if (wanted === '') return null;
  const beginning = countries.filter(({ name }) => searchKey(name).startsWith(wanted));
  const whole = beginning.find(({ name }) => searchKey(name) === wanted);
  return whole ?? (beginning.length === 1 ? (beginning[0] ?? null) : null);
};
