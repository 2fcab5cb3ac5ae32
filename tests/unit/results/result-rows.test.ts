import { expect, test } from 'vitest';
import type { Result } from '../../../src/core/results/result.ts';
import { createDays } from '../../../src/core/time/days.ts';
import { VENUE_ZONE } from '../../../src/core/time/zone.ts';
import { resultRows } from '../../../src/features/results/rows.ts';
import { textsIn } from '../i18n/texts.ts';

const MINUTE = 60_000;
const RESULT = {
  id: 'A'.repeat(22),
  state: 'unfinished',
  tableId: null,
  tableTitle: 'Table 1',
  game: 'eight-ball',
  names: ['Amina', 'Salma'],
  players: ['amina', 'salma'],
  scores: [5, 3],
  raceTo: 7,
  winner: null,
  startedAtMillis: 0,
  lastAtMillis: MINUTE,
  endedAtMillis: null,
  rev: 1,
  byHand: false,
  setAside: false,
  imported: false,
} as const satisfies Result;

test('a live match counts until now in a file, as in a report, and has no end', () => {
  const texts = textsIn('en');
  const results = [RESULT, { ...RESULT, state: 'live' as const }];
  const days = createDays(VENUE_ZONE, 6);
  const [head = [], ...rows] = resultRows(results, 31 * MINUTE, days, texts as never);
  const cells = (name: string) => rows.map((row) => row[head.indexOf(name)]);
  expect(cells(texts.match.new.minutes)).toEqual([1, 31]);
  expect(cells(texts.resultsReport.columns.end)).toEqual([expect.stringMatching(/\d/), '']);
});
