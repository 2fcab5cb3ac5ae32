import type { GameName } from '../../src/games/boards.ts';
import type { Body } from '../../src/rules/read.ts';
import type { openVenue } from './wire-scorer.ts';

/** An evening in a venue: matches on four tables, scored through links, past midnight and past the closing hour. */

const HOUR = 3600;

/** A move, by its kind and body. */
type Move = readonly [kind: string, body?: Body];

export interface PlannedMatch {
  readonly table: number;
  readonly game: GameName;
  readonly format: Body;
  readonly names: readonly [string, string];
  readonly scores: readonly [number, number];
  readonly state: 'over' | 'unfinished' | 'scored';
  /** Its start, in hours after the evening's day opens. Its moves are a minute apart. */
  readonly hour: number;
  readonly moves: readonly Move[];
}

const rack = (side: 'A' | 'B', how = 'plain'): Move => ['rack', { side, how }];
const pots = (count: number): readonly Move[] =>
  Array.from({ length: count }, () => [
    ['pot', { balls: ['red'] }] as const,
    ['pot', { balls: ['black'] }] as const,
  ]).flat();

/** Names in three scripts, one with an emoji. */
const PLAYERS = ['Youssef El Amrani', 'Élodie Lefèvre', 'سلمى بناني', 'يوسف «العقرب»', 'Mehdi 🎱'] as const;

const name = (number: number): string => PLAYERS[number % PLAYERS.length] ?? '';

/** The matches at each table, in turn. */
const GAMES: readonly ((table: number, round: number) => Omit<PlannedMatch, 'table' | 'names' | 'hour'>)[] = [
  () => ({
    game: 'eight-ball',
    format: { raceTo: 2 },
    scores: [2, 1],
    state: 'over',
    moves: [rack('A', 'runOut'), rack('B'), rack('A', 'runOut')],
  }),
  (table, round) => ({
    // Breaks of 8, 16, 24 …
    game: 'snooker',
    format: { bestOf: 1 },
    scores: [1, 0],
    state: 'over',
    moves: [...pots(1 + ((table + round) % 5)), ['endVisit'], ['concede', { side: 'B' }]],
  }),
  () => ({
    game: 'plain',
    format: {},
    scores: [5, 3.5],
    state: 'scored',
    moves: [
      ['set', { changes: { s1: { from: 0, to: 5 } } }],
      ['set', { changes: { s2: { from: 0, to: 3.5 } } }],
    ],
  }),
  () => ({
    game: 'nine-ball',
    format: { raceTo: 2 },
    scores: [0, 2],
    state: 'over',
    moves: [rack('B'), rack('B')],
  }),
];

/** 32 matches: eight at each of four tables, from 20:00 until 06:30. Two of them are left without an end. */
export const EVENING: readonly PlannedMatch[] = [0, 1, 2, 3].flatMap((table) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((round): PlannedMatch => {
    const planned = GAMES[(table + round) % GAMES.length]?.(table, round);
    if (!planned) throw new Error('There is no such game');
    const isLeft = round === 4 && (planned.game === 'eight-ball' || planned.game === 'nine-ball');
    return {
      ...planned,
      ...(isLeft && {
        state: 'unfinished',
        scores: planned.game === 'eight-ball' ? [1, 0] : [0, 1],
        moves: planned.moves.slice(0, 1),
      }),
      table,
      names: [name(table + round), name(table + round + 1 + (round % 3))],
      // Opening at 06:00: 14 is 20:00, and the last one is at 06:30, half an hour after closing.
      hour: round === 7 ? 24.5 : 14 + 1.25 * round,
    };
  }),
);

/**
 * Plays the evening of the day that opened at `openedMillis`, at four tables of an account, each through a scorer link.
 */
export const playEvening = async (
  venue: Awaited<ReturnType<typeof openVenue>>,
  openedMillis: number,
): Promise<void> => {
  await venue.tables();
  for (const title of ['Table 2', 'سنوكر', 'Près du bar']) await venue.call('add_table', { title });
  const tables = await venue.tables();
  await Promise.all(
    tables.map(async ({ id, match: first }, table) => {
      const { secret } = (await venue.call('add_scorer_link', { table_id: id, label: 'Bar' })) as {
        secret: string;
      };
      let current = first;
      for (const { game, format, names, moves, hour } of EVENING.filter(
        (planned) => planned.table === table,
      )) {
        const ago = (afterHours: number): number =>
          Date.now() / 1000 - openedMillis / 1000 - afterHours * HOUR;
        const start = { ...format, p1: names[0], p2: names[1] };
        const match = await venue.begin({ id, match: current }, game, start, {
          link: secret,
          ago: ago(hour),
        });
        await match.play(
          moves.map(([kind, body = {}], index) => ({ kind, body, ago: ago(hour + (index + 1) / 60) })),
        );
        current = match;
      }
    }),
  );
};
