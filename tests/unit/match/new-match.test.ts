import { atom } from 'nanostores';
import { describe, expect, test, vi } from 'vitest';
import { breakSwapped, swapped, winnerStays, withGame } from '../../../src/core/match/new-match-draft.ts';
import { createNewMatch } from '../../../src/features/match/new-match.ts';
import type { TableKind } from '../../../src/rules/table-kind.ts';
import type { Seat, TableFacts } from '../../../src/core/room/table-state.ts';
import type { Scored, Scoring } from '../../../src/features/match/scoring.ts';
import { NOBODY_THERE } from '../../common/facts.ts';
import { PLAIN, scoredOf, SNOOKER } from './matches.ts';

/** A table where a party plays. */
const seated = (name: string, name2: string | null, sinceMillis: number): TableFacts => {
  const party: Seat = { entry: 'party', name, name2, sinceMillis };
  return { ...NOBODY_THERE, party };
};

const opened = () => {
  const $scored = atom<Scored | null>(null);
  const begin = vi.fn<Scoring['begin']>();
  const $facts = atom<TableFacts | null>(null);
  const clock = { millis: 0 };
  const $kind = atom<TableKind | null>(null);
  const newMatch = createNewMatch({ $scored, begin }, () => clock.millis, $facts, $kind);
  return { $scored, $facts, $kind, clock, begin, newMatch };
};

test('there is no draft before the match is known; then it is as the match, with the names of now', () => {
  const { $scored, newMatch } = opened();
  expect(newMatch.$draft.get()).toBeNull();
  newMatch.edit((draft) => ({ ...draft, p1: 'lost' }));
  $scored.set(scoredOf('eight-ball', [['set', { changes: { p2: { from: 'Mehdi', to: 'Nadia' } } }]]));
  expect(newMatch.$draft.get()).toMatchObject({ game: 'eight-ball', raceTo: '3', p1: 'Salma', p2: 'Nadia' });
});

test('the match of a tournament’s pair begins as ordered, called or started, and head starts change sides with them', () => {
  const { $scored, $facts, clock, newMatch } = opened();
  clock.millis = 2;
  $scored.set(scoredOf('snooker', []));
  const pair: Seat = {
    ...{ entry: 'pair', name: 'Amal', name2: 'Nora', sinceMillis: 1 },
    order: { game: 'eight-ball', raceTo: 7, handicap: [2, 0], event: 'Cup · Final' },
  };
  const ordered = { p1: 'Amal', p2: 'Nora', game: 'eight-ball', raceTo: '7', event: 'Cup · Final' };
  for (const seats of [{ called: pair }, { party: pair }]) {
    $facts.set({ ...NOBODY_THERE, ...seats });
    expect(newMatch.$draft.get()).toMatchObject({ ...ordered, handicapA: '2', handicapB: '0' });
  }
  newMatch.edit(swapped);
  expect(newMatch.$draft.get()).toMatchObject({ p1: 'Nora', p2: 'Amal', handicapA: '0', handicapB: '2' });
});

test('a match that others began at the table of a called pair isn’t the pair’s', () => {
  const { $scored, $facts, newMatch } = opened();
  const others = scoredOf('snooker', []);
  $scored.set(others);
  const order = { game: 'eight-ball', raceTo: 7, handicap: [0, 0], event: 'Cup' } as const;
  const sinceMillis = others.match.startedAtMillis - 1;
  $facts.set({ ...NOBODY_THERE, called: { entry: 'pair', name: 'Amal', name2: 'Nora', sinceMillis, order } });
  expect(newMatch.$draft.get()).toMatchObject({ p1: 'Amal', p2: 'Nora', raceTo: '7' });
});

test('a game that this version doesn’t know is left to the user, and guests who are called wait for their start', () => {
  const { $scored, $facts, newMatch } = opened();
  $scored.set(scoredOf('eight-ball', []));
  const order = { game: 'carom', raceTo: 40, handicap: [0, 0], event: 'Cup' } as const;
  const called: Seat = { entry: 'pair', name: 'Amal', name2: 'Nora', sinceMillis: 1, order };
  $facts.set({ ...NOBODY_THERE, called });
  expect(newMatch.$draft.get()).toMatchObject({ p1: 'Amal', game: 'eight-ball', event: '' });
  $facts.set({ ...NOBODY_THERE, called: { entry: 'guests', name: 'Ali', name2: 'Omar', sinceMillis: 1 } });
  expect(newMatch.$draft.get()).not.toMatchObject({ p1: 'Ali' });
});

test('a table without a chosen game proposes one of its kind', () => {
  const { $scored, $kind, newMatch } = opened();
  $scored.set(scoredOf('plain', []));
  expect(newMatch.$draft.get()?.game).toBe('plain');
  for (const [kind, game] of [
    ['pool', 'eight-ball'],
    ['snooker', 'snooker'],
  ] as const) {
    $kind.set(kind);
    expect(newMatch.$draft.get()?.game).toBe(game);
  }
  const chosen = scoredOf('nine-ball', []);
  $scored.set({ ...chosen, match: { ...chosen.match, number: 2 } });
  expect(newMatch.$draft.get()?.game).toBe('nine-ball');
});

test('edits stay while the match goes on, until the next one starts', async () => {
  const { $scored, begin, newMatch } = opened();
  $scored.set(scoredOf('eight-ball', []));
  newMatch.edit((draft) => ({ ...withGame(draft, 'snooker'), p1: 'Imane' }));
  $scored.set(scoredOf('eight-ball', [['rack', { side: 'A' }]]));
  begin.mockResolvedValueOnce(false);
  expect(await newMatch.begin()).toBe(false);
  expect(newMatch.$beginning.get()).toBe('failed');
  expect(newMatch.$draft.get()).toMatchObject({ game: 'snooker', p1: 'Imane' });

  begin.mockResolvedValueOnce(true);
  expect(await newMatch.begin()).toBe(true);
  expect(begin).toHaveBeenLastCalledWith('snooker', expect.objectContaining({ p1: 'Imane', bestOf: 3 }));
  expect(newMatch.$beginning.get()).toBe('idle');
  expect(newMatch.$draft.get()).toMatchObject({ game: 'eight-ball', p1: 'Salma' });
});

test('the next match follows from the one that ended: the same, the other’s break, the winner’s', async () => {
  const { $scored, begin, newMatch } = opened();
  begin.mockResolvedValue(true);
  $scored.set(scoredOf('snooker', [], { ...SNOOKER, handicap: { A: 0, B: 20 } }));
  newMatch.edit((draft) => ({ ...draft, p1: 'Imane' }));
  newMatch.draftFrom((last) => last);
  await newMatch.begin();
  const same = { p1: 'Salma', p2: 'Mehdi', bestOf: 3, first: 'A', handicap: { A: 0, B: 20 } };
  expect(begin).toHaveBeenLastCalledWith('snooker', expect.objectContaining(same));
  newMatch.draftFrom(breakSwapped);
  await newMatch.begin();
  expect(begin).toHaveBeenLastCalledWith('snooker', expect.objectContaining({ ...same, first: 'B' }));
  newMatch.draftFrom((last) => winnerStays(last, 'B'));
  expect(newMatch.$draft.get()).toMatchObject({ p1: '', p2: 'Mehdi', handicapB: '0' });
});

test('the winner stays for a match of the same length against any opponent, even after earlier edits', () => {
  const { $scored, newMatch } = opened();
  $scored.set(scoredOf('eight-ball', []));
  newMatch.edit(breakSwapped);
  newMatch.draftFrom((last) => winnerStays(last, 'A'));
  newMatch.edit((draft) => ({ ...draft, p2: 'Imane' }));
  expect(newMatch.$draft.get()).toMatchObject({ p1: 'Salma', p2: 'Imane', raceTo: '3' });
});

test('a second tap starts nothing, nor does a draft with an error', async () => {
  const { $scored, begin, newMatch } = opened();
  $scored.set(scoredOf('eight-ball', []));
  newMatch.edit((draft) => ({ ...draft, raceTo: '0' }));
  expect(await newMatch.begin()).toBe(false);
  newMatch.edit((draft) => ({ ...draft, raceTo: '7' }));
  begin.mockResolvedValue(true);
  expect(await Promise.all([newMatch.begin(), newMatch.begin()])).toEqual([true, false]);
  expect(begin).toHaveBeenCalledTimes(1);
});

test('a default name isn’t text in the field, and is kept at the start', async () => {
  const { $scored, begin, newMatch } = opened();
  $scored.set(scoredOf('eight-ball', [['set', { changes: { p2: { from: 'Mehdi', to: 'PLAYER B' } } }]]));
  expect(newMatch.$draft.get()).toMatchObject({ p1: 'Salma', p2: '' });
  begin.mockResolvedValue(true);
  await newMatch.begin();
  expect(begin).toHaveBeenCalledWith('eight-ball', expect.objectContaining({ p1: 'Salma', p2: 'PLAYER B' }));
});

test('another player doesn’t inherit the race that others agreed on, and choices stay', () => {
  const { $scored, newMatch } = opened();
  const draft = () => newMatch.$draft.get();
  $scored.set(scoredOf('eight-ball', []));
  newMatch.edit((before) => ({ ...before, breaks: 'winner', bestOf: '7' }));
  newMatch.edit(swapped);
  expect(draft()).toMatchObject({ raceTo: '3', p1: 'Mehdi' });
  newMatch.edit((before) => ({ ...before, p1: 'Imane' }));
  expect(draft()).toMatchObject({ raceTo: '5', breaks: 'winner', bestOf: '7', p1: 'Imane' });
  // Even if it is the same again.
  newMatch.edit((before) => ({ ...before, raceTo: '3' }));
  newMatch.edit((before) => ({ ...before, p1: 'Iman' }));
  expect(draft()).toMatchObject({ raceTo: '3' });
});

test('a party started at the table replaces earlier edits of the form, and stays after later ones', () => {
  const { $scored, $facts, clock, newMatch } = opened();
  const draft = () => newMatch.$draft.get();
  $scored.set(scoredOf('eight-ball', []));
  clock.millis = 1000;
  newMatch.edit((before) => ({ ...before, p1: 'Imane', p2: 'Nadia' }));
  const startedAtMillis = ($scored.get()?.match.startedAtMillis ?? 0) + 2000;
  $facts.set(seated('Amine', 'Karim', startedAtMillis));
  expect(draft()).toMatchObject({ p1: 'Amine', p2: 'Karim', raceTo: '5' });
  clock.millis = startedAtMillis + 1;
  newMatch.edit((before) => ({ ...before, raceTo: '7' }));
  expect(draft()).toMatchObject({ p1: 'Amine', p2: 'Karim', raceTo: '7' });
  // The list's answer is late: values typed since the start stay.
  $facts.set(seated('Amine', 'Karim', startedAtMillis));
  expect(draft()).toMatchObject({ raceTo: '7' });
});

describe('the players of before aren’t those of the next match', () => {
  const LEFT = { p1: 'Salma', p2: 'Mehdi', raceTo: '3', bestOf: '3' };
  const NONE = { p1: '', p2: '', raceTo: '5', game: 'eight-ball' };
  const OVER = scoredOf('eight-ball', [
    ['rack', { side: 'A' }],
    ['rack', { side: 'A' }],
    ['rack', { side: 'A' }],
  ]);
  test('of a party without names', () => {
    for (const scored of [OVER, scoredOf('eight-ball', [['rack', { side: 'A' }]])]) {
      const { $scored, $facts, newMatch } = opened();
      $scored.set(scored);
      $facts.set(seated('', null, 200_000));
      expect(newMatch.$draft.get()).toMatchObject(NONE);
    }
  });

  test('unless they have played since they came', () => {
    const { $scored, $facts, newMatch } = opened();
    $scored.set(OVER);
    $facts.set(seated('', null, 100_000));
    expect(newMatch.$draft.get()).toMatchObject(LEFT);
  });

  test('of a party with names, though their last tap came after it', () => {
    const { $scored, $facts, newMatch } = opened();
    $scored.set(OVER);
    $facts.set(seated('Amine', 'Karim', 100_000));
    expect(newMatch.$draft.get()).toMatchObject({ p1: 'Amine', p2: 'Karim', raceTo: '5' });
    $scored.set({ ...OVER, match: { ...OVER.match, startedAtMillis: 100_000 } });
    expect(newMatch.$draft.get()).toMatchObject(LEFT);
  });

  test('at a free table, once it is over or left', () => {
    const { $scored, clock, newMatch } = opened();
    $scored.set(scoredOf('eight-ball', [['rack', { side: 'A' }]]));
    expect(newMatch.$draft.get()).toMatchObject(LEFT);
    $scored.set(OVER);
    expect(newMatch.$draft.get()).toMatchObject(NONE);
    clock.millis = 60_000 + 6 * 60 * 60_000;
    $scored.set(scoredOf('eight-ball', [['rack', { side: 'A' }]]));
    expect(newMatch.$draft.get()).toMatchObject(NONE);
  });

  test('nor is their race, on a board of plain scores', () => {
    const { $scored, $kind, clock, newMatch } = opened();
    $kind.set('pool');
    clock.millis = 24 * 60 * 60_000;
    const plain = scoredOf('plain', [], { ...PLAIN, raceTo: 9 });
    $scored.set({ ...plain, match: { ...plain.match, number: 2 } });
    expect(newMatch.$draft.get()).toMatchObject({ game: 'plain', p1: '', p2: '', raceTo: '0' });
  });

  test('a recent winner plays against a party with a single name', () => {
    const { $scored, $facts, clock, newMatch } = opened();
    $scored.set(OVER);
    $facts.set(seated('Amine', null, 200_000));
    expect(newMatch.$draft.get()).toMatchObject({ p1: 'Salma', p2: 'Amine' });
    clock.millis = 24 * 60 * 60_000;
    $facts.set(seated('Karim', null, 200_000));
    expect(newMatch.$draft.get()).toMatchObject({ p1: 'Karim', p2: '' });
  });
});

test('a party at a table’s first match gets a game of its kind, later the last one', () => {
  const { $scored, $facts, $kind, newMatch } = opened();
  const game = () => newMatch.$draft.get()?.game;
  const first = scoredOf('plain', []);
  $scored.set(first);
  $facts.set(seated('Amine', null, 1000));
  $kind.set('pool');
  expect(game()).toBe('eight-ball');
  $kind.set('snooker');
  expect(game()).toBe('snooker');
  $scored.set({ ...first, match: { ...first.match, number: 2 } });
  $kind.set('pool');
  expect(game()).toBe('plain');
});
