import type { GameName } from '../../../src/games/boards.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import type { Body } from '../../../src/rules/read.ts';
import { SIDES, type Side } from '../../../src/rules/rules.ts';

/** The matches of an evening in a venue: the demo's pictures show them, and so do the site's photos. */

type Pair = readonly [string, string];

/** Who plays at each table, in Latin and in Arabic letters. */
const PLAYERS: readonly { readonly latin: Pair; readonly arabic: Pair }[] = [
  { latin: ['Youssef', 'Amine'], arabic: ['يوسف', 'أمين'] },
  { latin: ['Hicham', 'Zineb'], arabic: ['هشام', 'زينب'] },
  { latin: ['Nadia', 'Omar'], arabic: ['نادية', 'عمر'] },
  { latin: ['Salma', 'Mehdi'], arabic: ['سلمى', 'مهدي'] },
  { latin: ['Imane', 'Karim'], arabic: ['إيمان', 'كريم'] },
  { latin: ['Rachid', 'Leila'], arabic: ['رشيد', 'ليلى'] },
];

/** The players at each table, as a language writes them. */
export const playersOf = (locale: Locale): readonly Pair[] =>
  PLAYERS.map(({ latin, arabic }) => (locale === 'ar' ? arabic : latin));

interface Move {
  readonly kind: string;
  readonly body?: Body;
}

/** A match so far. */
export interface PlayedMatch {
  readonly game: GameName;
  readonly format: Body;
  readonly moves: readonly Move[];
  /** How long it has lasted. */
  readonly seconds: number;
}

const hms = (hours: number, minutes: number, seconds: number): number =>
  (hours * 60 + minutes) * 60 + seconds;

/** The winners of a match's racks or frames: in turns while both still win some. */
const winners = (won: readonly [number, number]): Side[] =>
  Array.from({ length: Math.max(...won) }, (_, round) =>
    SIDES.filter((_side, index) => round < (won[index] ?? 0)),
  ).flat();

const poolMatch = (
  raceTo: number,
  won: readonly [number, number],
  seconds: number,
  game: GameName = 'eight-ball',
): PlayedMatch => ({
  game,
  format: { raceTo },
  moves: winners(won).map((side) => ({ kind: 'rack', body: { side } })),
  seconds,
});

/** Visits to the table in turns, as the initials of the balls that are potted. */
const visits = (...potted: readonly string[]): Move[] =>
  potted.flatMap((balls, index) => [
    ...(index > 0 ? [{ kind: 'endVisit' }] : []),
    ...Array.from(balls, (initial) => ({ kind: 'pot', body: { balls: [BALLS[initial]] } })),
  ]);

const BALLS: Readonly<Record<string, string>> = {
  r: 'red',
  y: 'yellow',
  g: 'green',
  n: 'brown',
  b: 'blue',
  p: 'pink',
  k: 'black',
};

const snookerMatch = (
  bestOf: number,
  won: readonly [number, number],
  seconds: number,
  frame: readonly Move[],
): PlayedMatch => ({
  game: 'snooker',
  format: { bestOf },
  moves: [
    ...winners(won).flatMap((side) => [
      { kind: 'concede', body: { side: side === 'A' ? 'B' : 'A' } },
      { kind: 'nextFrame' },
    ]),
    ...frame,
  ],
  seconds,
});

/** A match for each table. In the photos, the first is on the television over the pool table, on the pad and on the stream. */
export const MATCHES: readonly PlayedMatch[] = [
  poolMatch(9, [6, 4], hms(1, 12, 38)),
  poolMatch(7, [4, 5], hms(0, 58, 41)),
  poolMatch(5, [2, 0], hms(0, 17, 9), 'nine-ball'),
  // Over the snooker table, on which four reds are left: 52 to 21, in a break of 37.
  snookerMatch(9, [3, 2], hms(1, 48, 5), visits('rkrkrgr', 'rkrp', '', 'rkrkrprkrb')),
  snookerMatch(5, [1, 1], hms(0, 46, 20), visits('rk', 'rkrkrprkrg')),
  poolMatch(7, [3, 6], hms(0, 52, 13)),
];
