import { expect, test } from 'vitest';
import { applyAction } from '../../../src/core/match/fold.ts';
import { sentBoard } from '../../../src/core/match/sent-board.ts';
import { isQueued } from '../../../src/core/room/list.ts';
import { namesOf } from '../../../src/core/room/party.ts';
import { isOver } from '../../../src/core/tournament/bracket.ts';
import { parseShownTournament } from '../../../src/core/tournament/shown.ts';
import { evening, type Happening } from '../../../src/features/demo/hall/evening.ts';
import { afternoonTournament } from '../../../src/features/demo/hall/tournament.ts';
import { gameOf } from '../../../src/games/games.ts';
import { isClockKind } from '../../../src/rules/log.ts';
import { isRefusal } from '../../../src/rules/rules.ts';

const GUESTS = Array.from({ length: 20 }, (_, index) => `Guest ${index + 1}`);
const TABLES = (['pool', 'pool', 'pool', 'snooker'] as const).map((kind, index) => ({
  id: `table-${index + 1}`,
  title: `Table ${index + 1}`,
  kind,
}));

/** The first happenings of an evening. */
const first = (count: number, seed = 1): readonly Happening[] => {
  const happenings = evening({ seed, beginsMillis: 0, guests: GUESTS, tables: TABLES, topic: 'room:test' });
  return Array.from({ length: count }, () => happenings.next().value);
};

test('the same seed gives the same evening, another seed another one', () => {
  expect(first(300)).toEqual(first(300));
  expect(first(300)).not.toEqual(first(300, 2));
});

test('something happens every few seconds, in order', () => {
  let before = 0;
  for (const { atMillis } of first(2000)) {
    expect(atMillis).toBeGreaterThanOrEqual(before);
    expect(atMillis - before).toBeLessThan(15_000);
    before = atMillis;
  }
});

test('every board is the one that the games’ rules give', () => {
  const states = new Map<string, { readonly game: string; state: object }>();
  let won = 0;
  for (const { begun, played } of first(3000)) {
    if (begun) {
      const { game, start } = begun.beginning;
      const rules = gameOf(game);
      const format = rules?.readFormat(start);
      if (!rules || format == null) throw new Error(`${game} can't begin`);
      states.set(begun.table, { game, state: rules.start(format) });
    }
    if (!played) continue;
    const match = states.get(played.table);
    const rules = gameOf(match?.game ?? '');
    if (!match || !rules) throw new Error('an action of no match');
    for (const action of played.actions) {
      if (isClockKind(action.kind)) continue;
      const state = applyAction(rules, match.state, action);
      expect(isRefusal(state), action.kind).toBe(false);
      match.state = state;
    }
    expect(played.board).toEqual(sentBoard(rules, match.state));
    if (played.board.result) won++;
  }
  expect(won).toBeGreaterThan(30);
});

test('parties wait, are called, play and leave; nobody is at two places', () => {
  const states = new Set<string>();
  for (const { list } of first(3000)) {
    const names = list.entries.flatMap(namesOf);
    expect(new Set(names).size).toBe(names.length);
    for (const { state } of list.entries) states.add(state);
    expect(list.entries.filter(isQueued).length).toBeLessThanOrEqual(5);
    for (const table of list.tables) expect(table.party !== null && table.called !== null).toBe(false);
  }
  expect([...states].sort()).toEqual(['called', 'playing', 'waiting']);
});

test('the afternoon’s tournament is drawn, and played to its end', () => {
  const shown = parseShownTournament(afternoonTournament('Cup', GUESTS));
  expect(shown?.title).toBe('Cup');
  expect(shown?.entries.size).toBe(8);
  expect(shown?.matches.every(({ outcome }) => outcome?.reason === 'played')).toBe(true);
  expect(shown && isOver(shown.matches)).toBe(true);
});
