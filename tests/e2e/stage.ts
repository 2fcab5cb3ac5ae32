import type { Page } from '@playwright/test';
import { matchTimeText } from '../../src/core/clock/match-time.ts';
import { shownOf, type Detail, type GameName } from '../../src/games/boards.ts';
import type { Branding } from '../../src/core/branding/branding.ts';
import { DESIGNS } from '../../src/core/overlay/look.ts';
import { NINE_BALL, POOL, SNOOKER } from '../contract/details.ts';
import { TOKEN } from '../common/board.ts';
import { settled } from './settled.ts';

/** Boards given to the overlay's page one after the other, without a server that plays them. */

/** A board as the server sends it, without what goes without saying. */
export interface StagedBoard {
  readonly p1?: string;
  readonly p2?: string;
  readonly event?: string;
  readonly s1?: number;
  readonly s2?: number;
  readonly race_to?: number;
  readonly detail?: Detail | null;
  /** Seconds that a shot has left, paused; of how many, 30 unless said. */
  readonly shot?: { readonly left: number; readonly seconds?: number };
}

const PORTRAIT = 'p'.repeat(22);
const LOGO = 'l'.repeat(22);

const LONG = {
  latin: 'Wolfeschlegelsteinhausenbergerdorff-Abdelrahmane El Mansouri',
  arabic: 'عبد الرحمن بن عبد الله العلوي المدغري الإدريسي الحسني الفاسي',
  emoji: `${'👩🏽‍🚀🎱'.repeat(8)} <b>&`,
  unbroken: 'W'.repeat(60),
};

const snooker = (changes: Partial<typeof SNOOKER> = {}, board: StagedBoard = {}): StagedBoard => ({
  p1: 'Salma',
  p2: 'Mehdi',
  s1: 2,
  s2: 1,
  race_to: 5,
  detail: { ...SNOOKER, ...changes },
  ...board,
});
const pool = (changes: Partial<typeof POOL> = {}, board: StagedBoard = {}): StagedBoard => ({
  p1: 'Youssef',
  p2: 'Amine',
  s1: 6,
  s2: 4,
  race_to: 9,
  detail: { ...POOL, ...changes },
  ...board,
});

const nineBall = (changes: Partial<typeof NINE_BALL> = {}, board: StagedBoard = {}): StagedBoard => ({
  p1: 'Youssef',
  p2: 'Amine',
  s1: 6,
  s2: 4,
  race_to: 9,
  detail: { ...NINE_BALL, ...changes },
  ...board,
});

/** What each game shows at its shortest, at its longest, and in its every state. */
export const BOARDS: Readonly<Record<GameName, readonly StagedBoard[]>> = {
  plain: [
    { p1: 'Youssef', p2: 'Amine', s1: 6, s2: 4, race_to: 9 },
    { p1: 'I', p2: LONG.unbroken, s1: 0, s2: 1234, race_to: 0 },
    { p1: LONG.latin, p2: LONG.arabic, s1: -12.75, s2: 9999, race_to: 9999, shot: { left: 24 } },
    { p1: 'يوسف (Joe) 🎱', p2: LONG.emoji, s1: 147, s2: 88, race_to: 100 },
  ],
  'eight-ball': [
    pool(),
    pool({ breaker: 'A', fouls: [2, 1] }, { shot: { left: 8 } }),
    pool({ breaker: 'A', fouls: [2, 0] }, { p1: LONG.latin, p2: 'يوسف', s1: 8, s2: 8, event: LONG.latin }),
    pool(
      { breaker: 'B', fouls: [0, 2], hillHill: true },
      { p1: LONG.arabic, p2: LONG.unbroken, s1: 100, s2: 100, shot: { left: 3600, seconds: 3600 } },
    ),
    pool(
      { breaker: null, winner: 'A', over: true },
      { s1: 9, p2: 'عبد الرحمن بن عبد الله', event: 'بطولة أكادير المفتوحة · ربع النهائي' },
    ),
    pool({ breaker: null, over: true }, { race_to: 0, p1: LONG.emoji }),
    // Its time is up on the stage, whose clocks have all run for longer.
    pool({ fouls: [0, 2], minutes: 1 }, { race_to: 0, p1: LONG.latin, p2: LONG.arabic, shot: { left: 8 } }),
  ],
  'nine-ball': [
    nineBall(),
    nineBall({ breaker: 'A', pushOut: 'A', hillHill: true }, { p1: LONG.latin, p2: 'يوسف', s1: 8, s2: 8 }),
    nineBall(
      { breaker: 'B', pushOut: 'B', fouls: [2, 2] },
      { p1: LONG.arabic, p2: LONG.unbroken, s1: 100, s2: 100, shot: { left: 3600, seconds: 3600 } },
    ),
    nineBall({ breaker: null, winner: 'A', over: true }, { s1: 9 }),
  ],
  snooker: [
    snooker(),
    snooker({ at: 'B', break: 0, balls: [] }, { p2: 'Abderrahmane Benabdellah-Idrissi' }),
    snooker(
      {
        break: 147,
        points: [147, 0],
        high: [147, 0],
        balls: Array.from({ length: 36 }, (_, index) => (index % 2 ? 'black' : 'red')),
      },
      { p1: LONG.latin, p2: LONG.arabic, s1: 17, s2: 17, race_to: 18 },
    ),
    snooker(
      {
        at: 'B',
        break: 12,
        points: [104, 1012],
        frame: 35,
        freeBall: true,
        balls: ['red', 'black', 'red', 'pink', 'red'],
        required: { side: 'B', toTie: 13, toWin: 14, byBallOn: 2 },
      },
      { p1: LONG.emoji, p2: LONG.unbroken, s1: 17, s2: 100, race_to: 101, shot: { left: 12, seconds: 15 } },
    ),
    snooker({ break: 31, points: [58, 0], on: 'colour', left: [66, 59] }, { shot: { left: 4, seconds: 15 } }),
    snooker({ at: null, break: 0, balls: [], respotted: true, on: 'black', points: [64, 64] }),
    snooker(
      { at: null, break: 0, balls: [], frameWinner: 'B' },
      { p2: LONG.arabic, event: 'Open d’Agadir · Quarter-final' },
    ),
    snooker({ at: null, break: 0, balls: [], frameWinner: 'A', winner: 'A' }, { s1: 5, p1: 'عبد الرحمن' }),
  ],
};

/** The address of a design that no page uses by default. */
export const FETCHED_DESIGN = new RegExp(
  String.raw`/(${DESIGNS.filter((design) => design !== 'baize').join('|')})\b`,
);

export interface Stage {
  /** Shows a board, and waits until it is there, at rest. */
  readonly show: (board: StagedBoard) => Promise<void>;
}

/** Of a venue that knows some of the players, and has a sponsor. */
export const BRANDING: Branding = {
  table: 'Table 3',
  faces: [
    { name: 'Youssef', flag: 'MA', picture: PORTRAIT },
    { name: 'Salma', flag: 'FR', picture: null },
    { name: LONG.arabic, flag: 'MA', picture: PORTRAIT },
  ],
  sponsors: [{ title: 'Sponsor', picture: LOGO }],
};

/** The overlay's page at an address's query. */
export const openStage = async (page: Page, query: string, branding = BRANDING): Promise<Stage> => {
  const staged = { board: {} as StagedBoard, rev: 0 };
  await page.routeWebSocket('**/realtime/**', () => undefined);
  for (const [id, file] of [
    [PORTRAIT, 'public/images/1-800.jpg'],
    [LOGO, 'dist/apple-touch-icon.png'],
  ] as const)
    await page.route(`**/mark/${id}`, (route) => route.fulfill({ path: file }));
  await page.route('**/flags/*.svg', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><path fill="#c1272d" d="M0 0h3v2H0z"/></svg>',
    }),
  );
  await page.route('**/rpc/get_overlay', (route) => {
    const { shot, ...board } = staged.board;
    return route.fulfill({
      json: {
        p1: '',
        p2: '',
        s1: 0,
        s2: 0,
        race_to: 0,
        detail: null,
        theme: 'dark',
        match: null,
        seq: 0,
        ...board,
        rev: staged.rev,
        // Each board's own minute, by which it is known.
        clock: { running: false, started_at: null, accum: staged.rev * 61 },
        // So long ago that its time doesn't change.
        visit_at: board.detail?.game === 'snooker' && board.detail.at ? '2026-11-22T00:00:00Z' : null,
        shot: shot && { n: shot.seconds ?? 30, warn: 10, ends: null, left: shot.left },
        topic: 'overlay:stage',
        server_time: '2026-11-22T12:00:00Z',
        branding,
      },
    });
  });
  return {
    show: async (board) => {
      staged.board = board;
      staged.rev += 1;
      if (staged.rev === 1) await page.goto(`/overlay/${TOKEN}${query}`);
      else await page.evaluate(() => window.dispatchEvent(new Event('online')));
      const { minutes } = shownOf({ s1: 0, s2: 0, raceTo: 0, detail: board.detail ?? null });
      const clock = { running: false, startedAtMillis: null, accumSeconds: staged.rev * 61 };
      // Asked at each frame: hundreds of boards would each wait for Playwright's next question.
      await page.waitForFunction(
        (time) => document.querySelector('[data-testid=overlay-clock]')?.textContent === time,
        matchTimeText({ clock, minutes }, 0),
      );
      await settled(page);
    },
  };
};
