import { expect, test } from 'vitest';
import { notFollowing } from '../../../src/core/follow/follow.ts';
import { LIVE_TABLE, NO_TABLE_YET, readTableReply } from '../../../src/core/results/live-table.ts';
import { parseShownResult } from '../../../src/core/results/public-result.ts';

/** Public results, as their pages read them. */

const RESULT = {
  id: 'A'.repeat(22),
  state: 'over',
  table_title: 'Table 1',
  game: 'snooker',
  rev: 2,
  p1: 'Salma',
  p2: 'Mehdi',
  s1: 2,
  s2: 1,
  race_to: 2,
  winner: 'A',
  sides: 'same',
  started_at: '2026-11-20T20:00:00Z',
  last_at: '2026-11-20T21:00:00Z',
  ended_at: '2026-11-20T21:00:00Z',
};
const DETAIL = {
  event: 'Open d’Agadir · Quarter-final',
  units: [
    { winner: 'A', points: [64, 12], high: { side: 'A', points: 40 }, ended_at: '2026-11-20T20:30:00Z' },
  ],
  rows: [{ name: 'fouls', values: [1, 2] }],
  faults: ['fouls'],
  best_of: 3,
};
const shown = (changes: object = {}) =>
  parseShownResult({
    status: 'shown',
    result: { ...RESULT, detail: DETAIL, ...changes },
    time_zone: 'Africa/Casablanca',
  });

test('frames and statistics go with a score that was corrected by hand', () => {
  expect(shown()).toMatchObject({ detail: { units: [{ winner: 'A', points: [64, 12] }] } });
  expect(shown({ sides: 'exchanged' })).toMatchObject({
    detail: {
      units: [{ winner: 'B', points: [12, 64], high: { side: 'B', points: 40 } }],
      rows: [{ name: 'fouls', values: [2, 1] }],
    },
  });
  expect(shown({ sides: 'other' })).toMatchObject({
    detail: { event: DETAIL.event, units: [], rows: [], bestOf: 3 },
  });
});

test('a tournament is named, unless it was deleted', () => {
  expect(shown({ tournament: { id: 'cup', title: '<b>Coupe' } })).toMatchObject({
    tournament: { id: 'cup', title: '<b>Coupe' },
  });
  for (const tournament of [null, undefined, 'cup'])
    expect(shown({ tournament })).toMatchObject({ tournament: null });
});

test('what can’t be read is left out, and no answer is no result', () => {
  expect(
    shown({ detail: { units: [null, 1, {}, { winner: 'C' }, { winner: 'B' }], rows: 'x', event: 7 } }),
  ).toMatchObject({
    detail: { event: '', units: [{ winner: 'B', points: null, how: null, high: null }], rows: [] },
  });
  for (const answer of [null, 1, [], {}, { status: 'shown' }, { status: 'shown', result: {} }])
    expect(parseShownResult(answer)).toBe('unknown');
  expect(parseShownResult({ status: 'gone' })).toBe('gone');
});

test('a time zone that no runtime knows is the venues’ own', () => {
  const result = parseShownResult({ status: 'shown', result: RESULT, time_zone: 'Mars/Phobos' });
  expect(typeof result === 'object' && result.zone.wallAt(Date.UTC(2026, 10, 20))).toBe(
    Date.UTC(2026, 10, 20),
  );
});

test('a table’s results are those of the venue’s day, until its closing hour', () => {
  const at = (id: string, ended: string) => ({ ...RESULT, id, last_at: ended, ended_at: ended });
  const listed = (serverTime: string) =>
    readTableReply({
      ok: true,
      table: {
        board: { rev: 1, p1: 'A', p2: 'B' },
        units: DETAIL.units,
        results: [at('night', '2026-11-21T02:00:00Z'), at('evening', '2026-11-20T21:00:00Z'), null],
        due: true,
        time_zone: 'Africa/Casablanca',
        closing_hour: 6,
        server_time: serverTime,
      },
    })?.results.map(({ id }) => id);
  expect(listed('2026-11-21T05:59:00Z')).toEqual(['night', 'evening']);
  expect(listed('2026-11-21T06:00:00Z')).toEqual([]);
  expect(readTableReply({ ok: true, table: null })).toBeNull();
});

test('a table restored from a backup shows its state, and a late answer doesn’t replace a newer one', () => {
  const answerOf = (rev: number) =>
    readTableReply({
      table: { board: { rev, p1: 'A', p2: 'B' }, server_time: '2026-11-20T20:00:00Z' },
    });
  const known = { ...NO_TABLE_YET, board: answerOf(9)?.board ?? null };
  const shownBy = (news: 'none' | 'included' | 'later') => {
    const received = { answer: answerOf(5), sentMillis: 0, atMillis: 10, news };
    const outcome = LIVE_TABLE.receive(notFollowing(known), received);
    return outcome === 'doubt' ? null : outcome.known.board?.rev;
  };
  expect(shownBy('none')).toBe(5);
  expect(shownBy('included')).toBe(5);
  expect(shownBy('later')).toBe(9);
});

test('a table’s units keep their game until those of a newer board are known', () => {
  const racks = { breaker: 'A', fouls: [0, 0], hillHill: false, winner: null, over: false };
  const detail = { game: 'nine-ball', pushOut: null, ...racks };
  const reply = (of: unknown) =>
    readTableReply({
      table: {
        board: { rev: 5, p1: 'A', p2: 'B', detail: of },
        units: DETAIL.units,
        server_time: '2026-11-20T20:00:00Z',
      },
    });
  expect(reply(null)?.game).toBe('plain');
  const answer = reply(detail);
  expect(answer?.game).toBe('nine-ball');
  const received = LIVE_TABLE.receive(notFollowing(NO_TABLE_YET), {
    answer,
    sentMillis: 0,
    atMillis: 10,
    news: 'none',
  });
  const known = received === 'doubt' ? expect.unreachable('in doubt') : received.known;
  expect(LIVE_TABLE.onMessage(known, { rev: 6, p1: 'A', p2: 'B' })).toMatchObject({
    known: { board: { rev: 6, detail: null }, game: 'nine-ball', units: known.units },
  });
});
