import { atom } from 'nanostores';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { SIDE_BALLS, sideState, type SideState } from '../../../src/core/overlay/grammar.ts';
import { NO_BRANDING } from '../../../src/core/branding/branding.ts';
import { drawnIn } from '../../../src/core/overlay/drawn.ts';
import { canvasOf, LAYOUT_NAMES } from '../../../src/core/overlay/layouts.ts';
import { readLook } from '../../../src/core/overlay/look.ts';
import type { Board } from '../../../src/core/overlay/board.ts';
import { LAYOUT_PARTS } from '../../../src/features/board/layouts.ts';
import { FollowedBoard } from '../../../src/features/public/LiveTable.tsx';
import { Units } from '../../../src/features/public/Units.tsx';
import { TableTile } from '../../../src/features/television/TableTile.tsx';
import { shownOf } from '../../../src/games/boards.ts';
import { handicapScore } from '../../../src/rules/score.ts';
import { SIDES, type Side } from '../../../src/rules/rules.ts';
import { contentOf } from '../../../supabase/functions/snapshot/drawing/content.ts';
import { BOARD } from '../../common/board.ts';
import { NINE_BALL, POOL, SNOOKER } from '../../contract/details.ts';
import { textsIn } from '../i18n/texts.ts';

/** One board in every renderer: all say the same players, numbers and states, in the same order. */

// Colours are of no matter here, and a browser fetches them.
vi.mock('../../../src/features/board/useDesignVariables.ts', () => ({ useDesignVariables: () => ({}) }));
vi.mock('../../../src/kit/add-styles.ts', () => ({
  addStyles: () => () => undefined,
  withStyles: (part: object) => part,
}));
vi.stubGlobal('innerWidth', 1920);
vi.stubGlobal('innerHeight', 1080);

const texts = textsIn('en');

const board = (changes: Partial<Board>): Board => ({ ...BOARD, p1: 'Salma', p2: 'Mehdi', ...changes });
const snooker = (changes: Partial<typeof SNOOKER>, more: Partial<Board> = {}): Board =>
  board({ s1: 2, s2: 1, raceTo: 5, detail: { ...SNOOKER, ...changes }, ...more });
const pool = (changes: Partial<typeof POOL>, more: Partial<Board> = {}): Board =>
  board({ s1: 6, s2: 4, raceTo: 9, detail: { ...POOL, ...changes }, ...more });

type States = readonly [SideState, SideState];

const STATES: readonly (readonly [name: string, board: Board, states: States])[] = [
  ['plain scores at the start', board({}), ['plain', 'plain']],
  ['plain scores', board({ s1: 3, s2: 7, raceTo: 9 }), ['dimmed', 'plain']],
  ['a race that A leads', pool({}), ['plain', 'dimmed']],
  ['a level race', pool({ breaker: 'A', fouls: [1, 0] }, { s2: 6 }), ['plain', 'plain']],
  [
    'a race that B won',
    pool({ breaker: null, winner: 'B', over: true }, { s1: 4, s2: 9 }),
    ['dimmed', 'won'],
  ],
  ['a race with a head start', pool({ handicap: [0, 2] }, { s1: 3 }), ['dimmed', 'plain']],
  ['a rack of 9-ball', board({ s1: 1, s2: 2, raceTo: 5, detail: NINE_BALL }), ['dimmed', 'plain']],
  ['a break', snooker({}), ['lit', 'dimmed']],
  ['the trailing player at the table', snooker({ at: 'B', break: 0, balls: [] }), ['dimmed', 'lit']],
  ['a frame that B won', snooker({ at: null, frameWinner: 'B', points: [12, 70] }), ['dimmed', 'won']],
  ['a match that A won', snooker({ at: null, frameWinner: 'A', winner: 'A' }, { s1: 5 }), ['won', 'dimmed']],
];

interface Said {
  readonly names: readonly string[];
  readonly scores: readonly string[];
  readonly frames: readonly string[] | null;
  readonly states: readonly SideState[];
  readonly handicap: string | null;
}

/** What the board itself has to say. */
const toSay = (shown: Board, states: States): Said => {
  const { scores, frames, handicap } = shownOf(shown);
  return {
    names: [shown.p1, shown.p2],
    scores: scores.map(String),
    frames: frames?.map(String) ?? null,
    states,
    handicap: handicap && handicapScore(handicap),
  };
};

const numbers = (html: string, name: string): readonly string[] =>
  Array.from(
    html.matchAll(new RegExp(`data-testid="overlay-${name}[12]".*?<bdi[^>]*>([^<]*)`, 'g')),
    ([, number = '']) => number,
  );

/** The state of each side, by the marks of its element with a class. */
const statesIn = (html: string, className: string): readonly SideState[] =>
  Array.from(
    html.matchAll(new RegExp(`class="${className}[^"]*" data-side="[AB]"([^>]*)`, 'g')),
    ([, marks = '']) =>
      (['won', 'lit', 'dimmed'] as const).find((state) => marks.includes(`data-${state}="true"`)) ?? 'plain',
  );

/** What a drawing of the boards' parts says. */
const saidIn = (html: string, hasFrames: boolean): Said => ({
  names: numbers(html, 'p'),
  scores: numbers(html, hasFrames ? 'points-' : 's'),
  frames: hasFrames ? numbers(html, 's') : null,
  states: statesIn(html, 'on-air__plate'),
  handicap: /data-testid="overlay-handicap"><span>Start<\/span> <bdi[^>]*>([^<]*)/.exec(html)?.[1] ?? null,
});

const drawn = <Props extends object>(component: FunctionComponent<Props>, props: Props): string =>
  renderToStaticMarkup(createElement(component, props));

const clocks = {
  $clockText: atom('00:00:00'),
  $timeUp: atom(false),
  $shotFace: atom(null),
  $visitText: atom('00:00'),
};

test('the racks that were won are the sides’ balls', () => {
  const rack = (winner: Side) => ({ winner, points: null, how: null, high: null, endedAtMillis: 0 });
  const html = drawn(Units as FunctionComponent<object>, {
    game: 'eight-ball',
    units: [rack('A'), rack('B')],
    names: ['Salma', 'Mehdi'],
    texts,
  });
  expect(Array.from(html.matchAll(/class="ball ball--(\w+)/g), ([, ball]) => ball)).toEqual([
    SIDE_BALLS.A,
    SIDE_BALLS.B,
  ]);
});

describe.each(STATES)('%s', (_name, shownBoard, states) => {
  const shown = shownOf(shownBoard);
  const hasFrames = shown.frames !== null;
  const expected = toSay(shownBoard, states);

  test('is put in the same states by the rule', () => {
    expect(SIDES.map((side) => sideState(shown, side))).toEqual(states);
  });

  test.each(LAYOUT_NAMES)('is said by the layout %s', async (layout) => {
    const look = readLook('', { theme: 'dark', locale: 'en', layout });
    const part = (await LAYOUT_PARTS[layout]()) as FunctionComponent<object>;
    const html = drawn(part, {
      board: shownBoard,
      branding: NO_BRANDING,
      look,
      clocks,
      texts,
      shown: drawnIn(look, shown, shownBoard, false),
      canvas: canvasOf(layout, 1, null),
    });
    expect(saidIn(html, hasFrames)).toEqual(expected);
    if (hasFrames && layout !== 'tv')
      expect(html.indexOf('overlay-s2')).toBeLessThan(html.indexOf('overlay-points-2'));
  });

  test('is said by a television’s tile, frames before points', () => {
    const html = drawn(TableTile as FunctionComponent<object>, {
      table: {
        id: 't',
        title: 'Table 1',
        $live: atom({ board: shownBoard, branding: NO_BRANDING }),
        clockInStep: clocks,
        clocks,
      },
      facts: null,
      look: readLook('', { theme: 'dark', locale: 'en' }),
      unit: 20,
      isLarge: true,
      isLow: false,
      texts,
      zone: 'Africa/Casablanca',
    });
    expect(saidIn(html, hasFrames)).toEqual(expected);
    if (hasFrames) expect(html.indexOf('overlay-s1')).toBeLessThan(html.indexOf('overlay-points-1'));
  });

  test('is said by a table’s public page', () => {
    const html = drawn(FollowedBoard as FunctionComponent<object>, {
      board: shownBoard,
      names: [shownBoard.p1, shownBoard.p2],
      texts,
      ...clocks,
    });
    const scores = Array.from(
      html.matchAll(/data-testid="live-score-[AB]">(?:<strong>([^<]*)<\/strong>)?<span>([^<]*)/g),
    );
    expect({
      names: Array.from(html.matchAll(/live-board__name"><bdi[^>]*>([^<]*)/g), ([, name = '']) => name),
      scores: scores.map(([, , score = '']) => score),
      frames: hasFrames ? scores.map(([, frames = '']) => frames) : null,
      states: statesIn(html, 'live-board__side'),
      handicap: /<dt>Start<\/dt><dd><bdi[^>]*>([^<]*)/.exec(html)?.[1] ?? null,
    }).toEqual(expected);
  });

  test('is said by the picture that the server draws', () => {
    const { sides, frame, head } = contentOf({
      board: shownBoard,
      title: 'Table 1',
      venue: '',
      capturedAtMillis: 0,
      locale: 'en',
    });
    const nameOf = (name: string, index: number) =>
      name === texts.overlay[index === 0 ? 'playerA' : 'playerB']
        ? [shownBoard.p1, shownBoard.p2][index]
        : name;
    expect({
      names: sides.map(({ name }, index) => nameOf(name, index)),
      scores: sides.map(({ score }) => score),
      frames: frame?.frames ?? null,
      states: sides.map(({ look }) => look),
      handicap: head.find(({ label }) => label === 'Start')?.value ?? null,
    }).toEqual(expected);
  });
});
