import type { Fact, Format, Outcome } from '../../src/core/tournament/facts.ts';

/** Facts of tournaments, as devices add them. */

export const fact = (key: string, value: unknown): Fact => ({ key, value });

/** A single elimination without more. */
export const FORMAT: Format = {
  groups: 0,
  kind: 'single',
  third: false,
  secondFinal: false,
  game: 'nine-ball',
  raceTo: 3,
  finalRaceTo: 3,
};

export const format = (changes: Partial<Format> = {}): Fact => fact('format', { ...FORMAT, ...changes });

/** Players with these names, numbered from 1. */
export const entries = (names: readonly string[]): readonly Fact[] =>
  names.map((name, index) => fact(`entry:${index + 1}`, { name, seed: null, headStart: 0 }));

/** So many players. */
export const players = (count: number): readonly Fact[] =>
  entries(Array.from({ length: count }, (_, index) => `Player ${index + 1}`));

/** How a match ended: the one with more units won, unless `changes` say something else. */
export const outcome = (
  slot: string,
  pair: readonly unknown[],
  units: readonly [number, number] = [3, 1],
  changes: Partial<Outcome> = {},
): Fact =>
  fact(`outcome:${slot}`, {
    ...{ pair, units, winner: units[0] > units[1] ? 0 : 1, reason: 'hand', result: null },
    ...changes,
  });
