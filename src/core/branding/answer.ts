import { nameKey, searchKey } from '../../rules/name-key.ts';
import { givenName } from '../../rules/name.ts';

/** A venue's players and sponsors, as listed at its desk. */

/** Why the service refuses a picture of a player or sponsor, by its error codes. */
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
 * Whether another player already has the name; `id` is the player's own, null for a new one. A new player may take a
 * hidden one's name, which shows that one again.
 */
export const isTaken = (players: readonly Listed[], name: string, id: string | null): boolean =>
  players.some(
    (player) => player.id !== id && !(id === null && player.hidden) && nameKey(player.name) === nameKey(name),
  );

/** The players whose names contain the typed text, in the given order. */
export const found = <Player extends Named>(players: readonly Player[], typed: string): readonly Player[] => {
  const wanted = searchKey(typed);
  return players.filter(({ name }) => searchKey(name).includes(wanted));
};

/** The names a venue knows, each once: its visible players, then others who played recently or are on its boards. */
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

/** How many names are suggested at once. */
const OFFERED = 6;

/** The first known names that contain the typed text and are longer. */
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

/** The country for a typed name: the full name, or a prefix that fits only one; null if none fits. */
export const countryOf = (countries: readonly Country[], typed: string): Country | null => {
  const wanted = searchKey(typed);
  if (wanted === '') return null;
  const beginning = countries.filter(({ name }) => searchKey(name).startsWith(wanted));
  const whole = beginning.find(({ name }) => searchKey(name) === wanted);
  return whole ?? (beginning.length === 1 ? (beginning[0] ?? null) : null);
};
