import { CUE_BALL, poolBall, SNOOKER_BALLS } from './balls.ts';
import type { SnookerBall } from './balls.ts';
import { boardHtml } from './board.ts';
import { documentHtml, FILM, GRAIN } from './document.ts';
import type { Camera } from './geometry.ts';
import { POOL_MATCH, SAMPLE_BOARDS, SNOOKER_MATCH } from './matches.ts';
import { barTableHtml, counterHtml, cueRackHtml, tablesHtml, tvHtml, wallHtml } from './room.ts';
import { arenaHtml, overlayHtml, phoneHtml, queueHtml } from './screens.ts';
import type { PlacedBall, Table } from './table.ts';
import { POOL_TABLE, SNOOKER_TABLE } from './table.ts';

/** A picture to render: where it goes (from the project's top folder), its size in pixels, its most bytes. */
export type Picture = {
  file: string;
  size: readonly [width: number, height: number];
  maxBytes: number;
  html: string;
};

const pool = (number: number, across: number, along: number, turn = 0): PlacedBall => ({
  ball: poolBall(number),
  across,
  along,
  turn,
});

const snooker = (name: SnookerBall, across: number, along: number): PlacedBall => ({
  ball: SNOOKER_BALLS[name],
  across,
  along,
});

const POOL_BALLS: readonly PlacedBall[] = [
  { ball: CUE_BALL, across: -0.2, along: -0.62 },
  pool(3, -0.42, -0.2, 20),
  pool(6, -0.1, 0.92, -10),
  pool(8, 0.12, -0.18, -8),
  pool(9, 0.34, 0.42, 30),
  pool(11, -0.36, 0.7, -24),
  pool(12, 0.36, -0.74, 18),
  pool(14, 0.05, 0.5, 40),
];

const poolTable: Table = {
  ...POOL_TABLE,
  name: 'pool',
  at: [0, 0],
  turn: 0,
  balls: POOL_BALLS,
  lamps: { along: [-0.5, 0.5], height: 0.86, radius: 0.17 },
};

const POOL_CAMERA: Camera = { eye: [0.14, -2.75, 0.62], pitch: 0, focal: 1250, centre: [520, 445] };
const SNOOKER_CAMERA: Camera = { eye: [-0.2, -2.95, 0.66], pitch: 0, focal: 1250, centre: [1070, 452] };

const snookerTable: Table = {
  ...SNOOKER_TABLE,
  name: 'snooker',
  at: [0, 0.5],
  turn: 0,
  lamps: { along: [-0.7, 0.35, 1.4], height: 0.9, radius: 0.19 },
  balls: [
    { ball: CUE_BALL, across: 0.28, along: -0.42 },
    snooker('yellow', 0.29, -0.75),
    snooker('green', -0.29, -0.75),
    snooker('brown', 0, -0.75),
    snooker('blue', 0, 0),
    snooker('pink', 0, 0.89),
    snooker('black', 0, 1.46),
    snooker('red', 0.2, 0.98),
    snooker('red', -0.16, 1.06),
    snooker('red', 0.44, 0.62),
    snooker('red', -0.5, 0.3),
  ],
};

const ARENA_CAMERA: Camera = { eye: [0, -4.6, 1.15], pitch: 0, focal: 1050, centre: [800, 560] };

const arenaTables: Table[] = [-3.3, 0, 3.3].flatMap((x, index) =>
  [3.2, 0].map((y) => ({
    ...POOL_TABLE,
    name: `arena${index}${y > 0 ? 'b' : 'a'}`,
    at: [x * (y > 0 ? 1.15 : 0.78), y] as const,
    turn: 0,
    balls: POOL_BALLS.filter((_, place) => (place + index) % 3 !== 0).map((ball) => ({
      ...ball,
      across: ball.across * (index === 1 ? 1 : -0.8),
      along: y > 0 ? -ball.along : ball.along,
    })),
    // A cord in the middle would cross the display.
    lamps: { along: [0], height: 0.8, radius: 0.2, hidden: x === 0 },
  })),
);
arenaTables.sort((a, b) => b.at[1] - a.at[1]);

const PHONE_CAMERA: Camera = { eye: [0.02, -1.66, 0.16], pitch: 0, focal: 1150, centre: [860, 330] };
const phoneTable: Table = { ...poolTable, lamps: { ...poolTable.lamps, hidden: true } };

const STREAM_CAMERA: Camera = { eye: [0, -1.5, 2.55], pitch: 1.05, focal: 1330, centre: [800, 372] };

const streamTable: Table = {
  ...POOL_TABLE,
  name: 'stream',
  at: [0, 0],
  turn: 90,
  balls: POOL_BALLS,
  cue: { tip: [-0.215, -0.7], butt: [-0.4, -1.9] },
  lamps: { along: [-0.62, 0.62], height: 0.86, radius: 0.17, hidden: true },
};

/** A scene's markup; `front` lies over the film's grain, as an overlay does. */
const scenes: readonly { body: string; front?: string }[] = [
  {
    body: `${wallHtml(660, [300])}${cueRackHtml(66, 170, 1.05)}${tvHtml('tv--right', boardHtml(POOL_MATCH))}
      ${barTableHtml(1360, 668)}${tablesHtml(POOL_CAMERA, [{ ...poolTable, cue: { tip: [-0.235, -0.72], butt: [-0.62, -1.9] } }])}`,
  },
  {
    body: `${wallHtml(660, [1312])}${cueRackHtml(1384, 170, 1.05)}${tvHtml('tv--left', boardHtml(SNOOKER_MATCH))}
      ${tablesHtml(SNOOKER_CAMERA, [snookerTable])}`,
  },
  {
    body: `<div class="layer blurred">${wallHtml(420, [1490, 120])}${tvHtml('tv--behind', boardHtml(POOL_MATCH))}</div>
      ${tablesHtml(PHONE_CAMERA, [phoneTable], 'tables--soft')}${tablesHtml(PHONE_CAMERA, [phoneTable], 'tables--near')}
      <div class="phone-shadow"></div><div class="phone-stand">${phoneHtml(POOL_MATCH)}</div>`,
  },
  {
    body: `${wallHtml(600, [70, 1530])}${tvHtml(
      'tv--arena',
      arenaHtml('21:47', [
        {
          table: 'Table 1',
          game: '8-Ball',
          target: 'Race to 9',
          players: POOL_MATCH.players,
          scores: POOL_MATCH.wins,
          clock: '01:12:38',
          note: 'Rack 11',
        },
        {
          table: 'Table 2',
          game: '8-Ball',
          target: 'Race to 7',
          players: ['Hicham', 'Zineb'],
          scores: [4, 5],
          clock: '00:58:41',
          note: 'Rack 10',
        },
        {
          table: 'Table 3',
          game: '8-Ball',
          target: 'Race to 5',
          players: ['Nadia', 'Omar'],
          scores: [2, 0],
          clock: '00:17:09',
          note: 'Rack 3',
        },
        {
          table: 'Table 4',
          game: 'Snooker',
          target: 'Best of 9',
          players: ['Salma', 'Mehdi'],
          scores: [3, 2],
          points: [52, 21],
          clock: '01:48:05',
          note: 'Frame 6',
        },
        {
          table: 'Table 5',
          game: 'Snooker',
          target: 'Best of 5',
          players: ['Imane', 'Karim'],
          scores: [1, 1],
          points: [8, 34],
          clock: '00:46:20',
          note: 'Frame 3',
        },
        {
          table: 'Table 6',
          game: '8-Ball',
          target: 'Race to 7',
          players: ['Rachid', 'Leila'],
          scores: [3, 6],
          clock: '00:52:13',
          note: 'Rack 10',
        },
      ]),
    )}${tablesHtml(ARENA_CAMERA, arenaTables)}`,
  },
  {
    body: `${wallHtml(900, [196])}${cueRackHtml(96, 300, 1.1)}${tvHtml(
      'tv--queue',
      queueHtml('20:32', [
        {
          table: 'Table 1',
          game: '8-Ball',
          players: ['Youssef', 'Amine'],
          score: '6–4',
          freeIn: 5,
          waiting: ['Hicham', 'Zineb', 'Omar', 'Lina'],
        },
        {
          table: 'Table 2',
          game: '8-Ball',
          players: ['Rachid', 'Leila'],
          score: '3–6',
          freeIn: 12,
          waiting: ['Nadia', 'Anas', 'Ghita'],
        },
        {
          table: 'Table 3',
          game: '8-Ball',
          players: ['Imane', 'Karim'],
          score: '2–0',
          freeIn: 25,
          waiting: ['Ilyas', 'Sara', 'Tarik', 'Houda'],
        },
        {
          table: 'Table 4',
          game: 'Snooker',
          players: ['Salma', 'Mehdi'],
          score: '3–2',
          freeIn: 40,
          waiting: ['Reda', 'Amal', 'Simo'],
        },
      ]),
    )}${counterHtml(770, [1, 10, 3, 12, 5, 14, 8].map(poolBall))}`,
  },
  {
    body: `<div class="stream-floor"></div>${tablesHtml(STREAM_CAMERA, [streamTable])}`,
    front: `<p class="stream-live">Live</p><div class="stream-overlay">${overlayHtml(POOL_MATCH.players, POOL_MATCH.wins, POOL_MATCH.raceTo, POOL_MATCH.elapsed)}</div>`,
  },
];

/** Every picture of the site, and the sample boards that the embedded default shows. */
export const pictures = (): Picture[] => [
  ...scenes.map(({ body, front }, index) => ({
    file: `public/images/${index + 1}.jpg`,
    size: [1600, 900] as const,
    maxBytes: 220_000,
    html: documentHtml([1600, 900], `${body}${FILM}${front ?? ''}`),
  })),
  ...Object.entries(SAMPLE_BOARDS).map(([id, match]) => ({
    file: `supabase/embedded/samples/${id}.jpg`,
    size: [1280, 720] as const,
    maxBytes: 120_000,
    html: documentHtml([1280, 720], `<div class="screenshot">${boardHtml(match)}</div>${GRAIN}`),
  })),
];
