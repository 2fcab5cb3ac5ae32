import type { GameName } from '../../src/games/boards.ts';
import type { Body } from '../../src/rules/read.ts';
import { SIDES, type Side } from '../../src/rules/rules.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import type { PoolMatch, SnookerMatch } from './board.ts';
import type { Queue } from './screens.ts';

/** The time of day on the phone and on the screen of all tables. */
export const EVENING = '21:47';

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

/** A match that is played on the server before its screens are taken. */
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

/** The matches of the hall, a table each. The first is on the television over the pool table, on the pad and on the stream. */
export const MATCHES: readonly PlayedMatch[] = [
  poolMatch(9, [6, 4], hms(1, 12, 38)),
  poolMatch(7, [4, 5], hms(0, 58, 41)),
  poolMatch(5, [2, 0], hms(0, 17, 9), 'nine-ball'),
  // Over the snooker table, on which four reds are left: 52 to 21, in a break of 37.
  snookerMatch(9, [3, 2], hms(1, 48, 5), visits('rkrkrgr', 'rkrp', '', 'rkrkrprkrb')),
  snookerMatch(5, [1, 1], hms(0, 46, 20), visits('rk', 'rkrkrprkrg')),
  poolMatch(7, [3, 6], hms(0, 52, 13)),
];

/** What the waiting list shows. */
export const QUEUES: readonly Queue[] = [
  {
    table: 'Table 1',
    game: '8-Ball',
    players: ['Youssef', 'Amine'],
    score: '6–4',
    waiting: ['Hicham', 'Zineb', 'Omar', 'Lina'],
  },
  {
    table: 'Table 2',
    game: '8-Ball',
    players: ['Rachid', 'Leila'],
    score: '3–6',
    waiting: ['Nadia', 'Anas', 'Ghita'],
  },
  {
    table: 'Table 3',
    game: '8-Ball',
    players: ['Imane', 'Karim'],
    score: '2–0',
    waiting: ['Ilyas', 'Sara', 'Tarik', 'Houda'],
  },
  {
    table: 'Table 4',
    game: 'Snooker',
    players: ['Salma', 'Mehdi'],
    score: '3–2',
    waiting: ['Reda', 'Amal', 'Simo'],
  },
];

const POOL_MATCH: PoolMatch = {
  game: 'eight-ball',
  label: 'Table 1',
  players: ['Youssef', 'Amine'],
  wins: [6, 4],
  atTable: 0,
  time: '21:47',
  elapsed: '01:12:38',
  raceTo: 9,
  solids: 0,
  left: [3, 6, 9, 11, 12, 14],
  breaks: 1,
};

const SNOOKER_MATCH: SnookerMatch = {
  game: 'snooker',
  label: 'Table 4',
  players: ['Salma', 'Mehdi'],
  wins: [3, 2],
  atTable: 0,
  time: '20:16',
  elapsed: '01:48:05',
  bestOf: 9,
  points: [52, 21],
  visit: ['red', 'black', 'red', 'black', 'red', 'pink', 'red', 'black', 'red', 'blue'],
  reds: 4,
  highBreak: { player: 1, points: 46 },
};

/** What the sample snapshots of one venue show, by board id. */
export const SAMPLES = {
  b1: {
    ...POOL_MATCH,
    label: 'B1',
    players: ['Hicham', 'Zineb'],
    wins: [4, 5],
    atTable: 1,
    time: '19:24',
    elapsed: '00:58:41',
    raceTo: 7,
    left: [2, 5, 7, 10, 15],
    breaks: 0,
  },
  b2: {
    ...SNOOKER_MATCH,
    label: 'B2',
    players: ['Mehdi', 'Omar'],
    wins: [1, 1],
    atTable: 1,
    time: '19:25',
    elapsed: '00:51:17',
    bestOf: 5,
    points: [18, 33],
    visit: ['red', 'blue', 'red', 'black', 'red', 'black', 'red'],
    reds: 6,
    highBreak: { player: 0, points: 31 },
  },
  b3: {
    ...POOL_MATCH,
    label: 'B3',
    wins: [2, 0],
    atTable: 0,
    time: '19:25',
    elapsed: '00:17:09',
    raceTo: 5,
    solids: 1,
    left: [1, 2, 4, 6, 7, 13],
    breaks: 0,
  },
  b4: {
    ...SNOOKER_MATCH,
    label: 'B4',
    players: ['Imane', 'Karim'],
    wins: [4, 3],
    atTable: 0,
    time: '19:26',
    elapsed: '02:31:54',
    bestOf: 9,
    points: [47, 39],
    visit: ['red', 'pink', 'red', 'black', 'red', 'brown'],
    reds: 2,
    highBreak: { player: 0, points: 58 },
  },
  b5: {
    ...POOL_MATCH,
    label: 'B5',
    players: ['Nadia', 'Salma'],
    wins: [7, 8],
    atTable: 1,
    time: '19:26',
    elapsed: '01:39:22',
    raceTo: 9,
    solids: 0,
    left: [4, 10],
    breaks: 1,
  },
} as const satisfies Record<string, PoolMatch | SnookerMatch>;
