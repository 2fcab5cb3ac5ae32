import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../../src/core/tables/summary.ts';
import type { Result } from '../../../src/core/results/result.ts';
import { playerOf } from '../../../src/rules/phrase.ts';
import { SIDES } from '../../../src/rules/rules.ts';
import { createDays } from '../../../src/core/time/days.ts';
import { VENUE_ZONE } from '../../../src/core/time/zone.ts';
import { LOCALE_NAMES } from '../../../src/i18n/locales.ts';
import { nameText } from '../../../src/i18n/phrases.ts';
import { nameOf } from '../../../src/features/pad-parts/names.ts';
import { sideNames } from '../../../src/features/match/side-names.ts';
import { resultRows } from '../../../src/features/results/rows.ts';
import { Sides } from '../../../src/features/results/Sides.tsx';
import { TableRow } from '../../../src/features/tables/TableRow.tsx';
import { drawBoard, drawResult } from '../../../supabase/functions/snapshot/drawing/index.ts';
import { resultPage, sharedPage } from '../../../supabase/functions/snapshot/shared-link.ts';
import { BOARD } from '../../common/board.ts';
import { textsIn } from '../i18n/texts.ts';

/** Who wasn't named, or was erased, is the same player A or B on every screen, in its language: never an overlay's default. */

/** As its row keeps who wasn't named. */
const RESULT: Result = {
  id: 'A'.repeat(22),
  state: 'over',
  tableId: null,
  tableTitle: 'Table 1',
  game: 'eight-ball',
  rev: 1,
  names: ['', 'Salma'],
  players: [null, 'salma'],
  scores: [5, 3],
  raceTo: 5,
  winner: 'A',
  startedAtMillis: 0,
  lastAtMillis: 60_000,
  endedAtMillis: 60_000,
  byHand: false,
  setAside: false,
  imported: false,
};
const TOLD = {
  ...RESULT,
  venue: '',
  tournament: null,
  zone: VENUE_ZONE,
  detail: { event: '', units: [], rows: [], faults: [], bestOf: null, minutes: null, handicap: null },
};
const PICTURE = {
  id: 'A'.repeat(22),
  match_id: 'demo-b1',
  source: 'board',
  type: 'image/jpeg',
  captured_at: '2026-11-20T20:00:00Z',
  title: 'Table 1',
  venue: '',
  board: { p1: 'PLAYER A', p2: 'Salma', s1: 1, s2: 0, race_to: 5, detail: null },
} as const satisfies Parameters<typeof sharedPage>[1];
const HOME = { site: 'https://site.test', address: 'https://service.test' } as Parameters<
  typeof sharedPage
>[3];

const shown = { ...BOARD, p2: 'Salma' };
const said = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#x206[89];|[\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ');

describe.each([
  ['en', 'Player A'],
  ['fr', 'Joueur A'],
  ['ar', 'اللاعب أ'],
] as const satisfies readonly (readonly [(typeof LOCALE_NAMES)[number], string])[])(
  'in %s',
  (locale, player) => {
    const texts = textsIn(locale);

    test('results and their files say who won', () => {
      expect(sideNames(RESULT.names, texts)).toEqual([player, 'Salma']);
      expect(said(renderToStaticMarkup(createElement(Sides, { texts, result: RESULT } as never)))).toContain(
        player,
      );
      const [head = [], row = []] = resultRows([RESULT], 0, createDays(VENUE_ZONE, 6), texts as never);
      const cell = (name: string) => row[head.indexOf(name)];
      expect([cell(texts.match.sides.A), cell(texts.resultsReport.columns.winner)]).toEqual([player, player]);
    });

    test('so do their cards, and previews of them', () => {
      expect(said(drawResult({ result: TOLD, locale }))).toContain(player);
      expect(said(resultPage('<meta charset="utf-8">', TOLD, locale, HOME))).toContain(player);
    });

    test('a board’s default is said like that wherever it isn’t an overlay', () => {
      const [row] = rowsOf(shown, null);
      const places = {
        pad: nameOf(shown, 'A', texts),
        history: nameText(texts, playerOf(shown, 'A')),
        'public page': sideNames([shown.p1, shown.p2], texts)[0],
        table: said(renderToStaticMarkup(createElement(TableRow, { texts, row } as never))),
        picture: said(drawBoard({ board: shown, title: '', venue: '', capturedAtMillis: 0, locale })),
        preview: said(sharedPage('<meta charset="utf-8">', PICTURE, locale, HOME)),
      };
      for (const [place, text] of Object.entries(places)) {
        expect(text, place).toContain(player);
        expect(text, place).not.toContain('PLAYER A');
      }
      expect(SIDES.map((side) => nameOf(shown, side, texts))).toEqual([player, 'Salma']);
    });
  },
);
