import { describe, expect, test } from 'vitest';
import { fold, foldMore } from '../../../src/core/match/fold.ts';
import type { Action } from '../../../src/rules/log.ts';
import { amendmentRefused, lastCounting, lastUndone } from '../../../src/core/match/undo.ts';
import type { GameName } from '../../../src/games/boards.ts';
import { gameOf, type AnyGame } from '../../../src/games/games.ts';

const rulesFor = (game: GameName): AnyGame => {
  const rules = gameOf(game);
  if (!rules) throw new Error(`No rules of ${game}`);
  return rules;
};

const began = (game: GameName, format: object): { rules: AnyGame; start: object } => {
  const rules = rulesFor(game);
  const read = rules.readFormat(format);
  if (!read) throw new Error('The format was not read');
  return { rules, start: rules.start(read) };
};

const NAMES = { p1: 'Salma', p2: 'يوسف' };
const POOL = { ...NAMES, raceTo: 5, breaks: 'alternate', first: 'A', balls: 'redsAndYellows', extensions: 1 };
const SNOOKER = { ...NAMES, bestOf: 3, reds: 15, first: 'A', handicap: { A: 0, B: 7 } };

const act = (id: string, kind: string, body: Action['body'] = {}): Action => ({ id, kind, body });
const rack = (id: string, side: string): Action => act(id, 'rack', { side });

test('a game unknown to this build has no rules, and a broken format starts nothing', () => {
  expect(gameOf('carom')).toBeNull();
  expect(gameOf('toString')).toBeNull();
  expect(rulesFor('eight-ball').readFormat({ ...POOL, raceTo: 0 })).toBeNull();
  expect(rulesFor('snooker').readFormat({ ...SNOOKER, bestOf: 4 })).toBeNull();
  expect(rulesFor('plain').readFormat(null)).toBeNull();
});

test('Quick Update sets what still is as it was seen, and merges what others set', () => {
  const { rules, start } = began('plain', { ...NAMES, s1: 0, s2: 0, raceTo: 7 });
  const set = (id: string, changes: object): Action => act(id, 'set', { changes });
  const { state, lines } = fold(rules, start, [
    set('a', { s1: { from: 0, to: 1 } }),
    set('b', { p2: { from: 'يوسف', to: 'Youssef' } }),
    set('c', { s1: { from: 0, to: 9 } }),
    set('d', { s1: { from: 0, to: 1 } }),
    act('e', 'pot', { balls: ['red'] }),
  ]);
  expect(rules.board(state)).toMatchObject({ p1: 'Salma', p2: 'Youssef', s1: 1, s2: 0, raceTo: 7 });
  expect(lines.map(({ fate }) => fate)).toEqual([
    { status: 'counts' },
    { status: 'counts' },
    { status: 'refused', refusal: { refused: 'changedElsewhere', values: { field: 's1' } } },
    { status: 'counts' },
    { status: 'refused', refusal: { refused: 'unknownMove' } },
  ]);
});

describe('changes of an earlier action', () => {
  const { rules, start } = began('eight-ball', POOL);
  const racks = (actions: readonly Action[]): unknown =>
    (fold(rules, start, actions).state as { racks: unknown }).racks;
  const played = [rack('1', 'A'), rack('2', 'B'), act('3', 'clock.start'), rack('4', 'B')];

  test('the last amendment of each wins: undo, undo again, redo', () => {
    expect(racks(played)).toEqual({ A: 1, B: 2 });
    const undone = [...played, act('5', 'undo', { t: '2' }), act('6', 'undo', { t: '2' })];
    expect(racks(undone)).toEqual({ A: 1, B: 1 });
    expect(racks([...undone, act('7', 'redo', { t: '2' })])).toEqual({ A: 1, B: 2 });
  });

  test('a replacement keeps its place, and step by step is the same as in one go', () => {
    const actions = [...played, act('5', 'replace', { t: '2', kind: 'rack', body: { side: 'A' } })];
    expect(racks(actions)).toEqual({ A: 2, B: 1 });
    let folded = fold(rules, start, [] as Action[]);
    for (const [index, action] of actions.entries()) {
      folded = foldMore(rules, start, folded, actions.slice(0, index), action);
    }
    expect(folded).toEqual(fold(rules, start, actions));
  });

  test('a replacement is still one when it was taken back and brought back, however often', () => {
    const replaced = [...played, act('5', 'replace', { t: '2', kind: 'rack', body: { side: 'A' } })];
    const undone = [...replaced, act('6', 'undo', { t: '2' })];
    expect(racks(undone)).toEqual({ A: 1, B: 1 });
    const back = [...undone, act('7', 'redo', { t: '2' }), act('8', 'redo', { t: '2' })];
    expect(fold(rules, start, back)).toEqual(fold(rules, start, replaced));
  });

  test('the button undoes the last counting action, and restores it until something is scored', () => {
    expect(lastCounting(fold(rules, start, played))?.action.id).toBe('4');
    const undone = [...played, act('5', 'undo', { t: '4' })];
    expect(lastCounting(fold(rules, start, undone))?.action.id).toBe('2');
    expect(lastUndone(fold(rules, start, undone), undone)?.action.id).toBe('4');
    const later = [...undone, rack('6', 'A')];
    expect(lastUndone(fold(rules, start, later), later)).toBeNull();
  });
});

test('a pot stays with who made it: what would hand it to the other is refused by its name', () => {
  const { rules, start } = began('snooker', SNOOKER);
  const pot = (id: string, ball: string): Action => act(id, 'pot', { balls: [ball] });
  const played = [pot('1', 'red'), pot('2', 'black'), act('3', 'endVisit'), pot('4', 'red')];
  expect(amendmentRefused(rules, start, played, act('5', 'undo', { t: '3' }))).toEqual({
    refused: 'changesHands',
    values: { action: '4' },
  });
  expect(amendmentRefused(rules, start, played, act('5', 'undo', { t: '1' }))).toEqual({
    refused: 'stopsCounting',
    values: { action: '2' },
  });
  expect(amendmentRefused(rules, start, played, act('5', 'undo', { t: '4' }))).toBeNull();
  expect(amendmentRefused(rules, start, played, act('5', 'undo', { t: 'x' }))).toEqual({
    refused: 'noSuchAction',
  });
});

describe('the visit in progress', () => {
  const { rules, start } = began('snooker', SNOOKER);
  /** The id of the action that it began with, 'match' for the match's beginning, null while there is none. */
  const begunBy = (...actions: readonly Action[]): string | null => {
    const { visit } = fold(rules, start, actions);
    return visit && (visit.begunBy?.id ?? 'match');
  };
  const pot = (id: string, ball: string): Action => act(id, 'pot', { balls: [ball] });
  const foul = (id: string, body: Action['body'] = {}): Action => act(id, 'foul', { points: 4, ...body });
  const set = (id: string, field: string, from: unknown, to: unknown): Action =>
    act(id, 'set', { changes: { [field]: { from, to } } });
  const amend = (id: string, kind: string, t: string, body: Action['body'] = {}): Action =>
    act(id, kind, { t, ...body });

  test('begins with the match, and when no one else may continue', () => {
    expect(begunBy()).toBe('match');
    expect(begunBy(pot('1', 'red'), pot('2', 'black'))).toBe('match');
    expect(begunBy(pot('1', 'red'), act('2', 'endVisit'), pot('3', 'red'))).toBe('2');
    expect(begunBy(foul('1'))).toBe('1');
    expect(begunBy(foul('1', { miss: true, again: true, replaced: 0 }), pot('2', 'red'))).toBe('1');
    expect(begunBy(foul('1'), act('2', 'playAgain'))).toBe('2');
    expect(begunBy(pot('1', 'red'), act('2', 'rerack'))).toBe('2');
  });

  test('there is none between frames, nor before lots are drawn for the black', () => {
    expect(begunBy(act('1', 'concede', { side: 'A' }))).toBeNull();
    expect(begunBy(act('1', 'concede', { side: 'A' }), act('2', 'nextFrame'))).toBe('2');
    const level = [set('1', 'reds', 15, 0), set('2', 'on', 'yellow', 'black'), pot('3', 'black')];
    expect(begunBy(...level)).toBeNull();
    expect(begunBy(...level, act('4', 'respotFirst', { side: 'A' }))).toBe('4');
  });

  test('is what an undo, a redo, or a correction in the history makes it', () => {
    const ended = [pot('1', 'red'), act('2', 'endVisit')];
    expect(begunBy(...ended, amend('3', 'undo', '2'))).toBe('match');
    expect(begunBy(...ended, amend('3', 'undo', '2'), amend('4', 'redo', '2'))).toBe('2');
    expect(begunBy(...ended, amend('3', 'replace', '2', { kind: 'foul', body: { points: 5 } }))).toBe('2');
    expect(begunBy(...ended, amend('3', 'replace', '1', { kind: 'endVisit', body: {} }))).toBe('2');
    const over = [...ended, act('3', 'concede', { side: 'A' })];
    expect(begunBy(...over, amend('4', 'undo', '3'))).toBe('2');
  });

  test('continues through a correction by hand, unless that sets the player at the table', () => {
    const ended = [pot('1', 'red'), act('2', 'endVisit')];
    expect(begunBy(...ended, set('3', 'break', 0, 8))).toBe('2');
    expect(begunBy(...ended, set('3', 'at', 'B', 'A'))).toBe('3');
  });

  test('continues after a refused move, and a clock action', () => {
    expect(begunBy(act('1', 'endVisit'), pot('2', 'black'), act('3', 'clock.start'))).toBe('1');
    expect(begunBy(act('1', 'endVisit'), act('2', 'nextFrame'))).toBe('1');
  });

  test('isn’t timed in other games', () => {
    const pool = began('eight-ball', POOL);
    expect(fold(pool.rules, pool.start, [rack('1', 'A')]).visit).toBeNull();
  });
});
