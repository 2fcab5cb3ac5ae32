import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MatchRecord } from '../../../src/backend/contract.ts';
import { fold } from '../../../src/core/match/fold.ts';
import { lastCounting } from '../../../src/core/match/undo.ts';
import { GAME_NAMES } from '../../../src/games/boards.ts';
import { padOf } from '../../../src/games/pads.ts';
import { withOneMoreRed } from '../../../src/games/snooker/pad/keyboard.ts';
import type { CommandGroup, Offer } from '../../../src/features/pad-parts/game-pad.ts';
import { gameOf, type AnyGame } from '../../../src/games/games.ts';
import type { Body } from '../../../src/rules/read.ts';
import { isRefusal } from '../../../src/rules/rules.ts';
import type { KnownAction } from '../../../src/features/match/scoring.ts';
import { FORMATS } from '../match/matches.ts';
import { ALWAYS, DEFAULT_KEYS, directOffers, GROUPS, groupsOf } from '../../../src/features/pad/commands.ts';
import {
  commandOf,
  conflictsOf,
  keyName,
  readKeys,
  writeKeys,
  type KeyPress,
} from '../../../src/features/pad/keys.ts';

const POOL_FORMAT = {
  p1: 'A',
  p2: 'B',
  raceTo: 5,
  breaks: 'alternate',
  first: 'A',
  balls: 'solidsAndStripes',
  extensions: 1,
};
const SNOOKER_FORMAT = { p1: 'A', p2: 'B', bestOf: 3, reds: 6, first: 'A', handicap: { A: 0, B: 0 } };

const rulesFor = (game: string): AnyGame => {
  const rules = gameOf(game);
  if (!rules) throw new Error(`No ${game}`);
  return rules;
};

const record = (game: string, start: Body): MatchRecord => ({
  id: 'match',
  tableId: 'table',
  number: 1,
  previous: null,
  game,
  rules: 1,
  start,
  seq: 0,
  startedAtMillis: 0,
  endedAtMillis: null,
});

/** A match as keys see it, folded from actions. */
const scoredOf = (game: string, format: Body, actions: readonly Pick<Offer, 'kind' | 'body'>[]) => {
  const rules = rulesFor(game);
  const shown = actions.map((action, index): KnownAction => ({
    ...action,
    id: String(index),
    seq: index + 1,
    atMillis: 0,
    by: null,
    own: true,
  }));
  const folded = fold(rules, rules.start(rules.readFormat(format)), shown);
  return {
    match: record(game, format),
    rules,
    state: folded.state,
    lines: folded.lines,
    undoable: lastCounting(folded),
    redoable: null,
  };
};
type Seen = ReturnType<typeof scoredOf>;

/** Presses one command after the other, as a pad carries them out, and gives the state that they end in. */
const press = (game: string, format: Body, before: readonly Offer[], path: readonly string[]): object => {
  let actions: Pick<Offer, 'kind' | 'body'>[] = before.map(({ kind, body }) => ({ kind, body }));
  for (const [index, command] of path.entries()) {
    const seen = scoredOf(game, format, actions);
    const direct = directOffers(seen).get(command);
    const last = actions.at(-1);
    if (command === 'moreReds') {
      const more = padOf(seen).keyboard.amend(command, seen);
      if (!more) throw new Error('No stroke can have one more red');
      actions = actions.map((action, at) => (String(at) === more.id ? more : action));
    } else if (command.startsWith('how.') && last) {
      const how = { ...last.body, how: command.slice('how.'.length) };
      actions = [...actions.slice(0, -1), { kind: last.kind, body: how }];
    } else if (direct) {
      actions.push(direct);
    } else {
      // Only commands that open a sheet make no action; a command in the sheet ends the path.
      expect(['foul', 'how']).toContain(command);
      const rest = offers(seen).find(({ path: whole }) => whole.join() === path.slice(index).join());
      if (rest) return scoredOf(game, format, [...actions, rest]).state;
    }
  }
  return scoredOf(game, format, actions).state;
};

/** A game's own commands, and those of its sheet. */
const groupsIn = (game: string, format: Body): [CommandGroup, CommandGroup] =>
  groupsOf(scoredOf(game, format, [])) as [CommandGroup, CommandGroup];

const offers = (seen: Seen): readonly Offer[] => padOf(seen).keyboard.offers(seen);

const eachState = (game: string, format: Body, check: (seen: Seen, made: readonly Offer[]) => void): void =>
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 60 }), (picks) => {
      const made: Offer[] = [];
      for (const pick of picks) {
        const possible = offers(scoredOf(game, format, made)).filter(
          ({ kind }) => pick % 20 === 0 || !['concede', 'award', 'rerack'].includes(kind),
        );
        const next = possible[pick % Math.max(1, possible.length)];
        if (next) made.push(next);
      }
      check(scoredOf(game, format, made), made);
    }),
    { numRuns: 60 },
  );

describe.each<[string, Body]>([
  ...GAME_NAMES.map((game): [string, Body] => [game, FORMATS[game]]),
  ['eight-ball', { ...POOL_FORMAT, raceTo: null }],
])('in %s', (game, format) => {
  test('every move that the rules offer can be made with keys, and keys make no other', () => {
    eachState(game, format, (seen, made) => {
      const reached = (move: object): string => JSON.stringify(seen.rules.apply(seen.state, move as never));
      const byRules = seen.rules.moves(seen.state).map(reached);
      const byKeys = offers(seen).map(({ path, kind, body }) => {
        expect(JSON.stringify(press(game, format, made, path))).toBe(reached({ kind, ...body }));
        return reached({ kind, ...body });
      });
      expect(new Set(byKeys)).toEqual(new Set(byRules));
      for (const { path } of offers(seen)) {
        for (const command of path) expect(DEFAULT_KEYS[command]?.length).toBeGreaterThan(0);
      }
    });
  });

  test('a single command makes at most one action', () => {
    eachState(game, format, (seen) => {
      const single = offers(seen).filter(({ path }) => path.length === 1);
      expect(new Set(single.map(({ path }) => path[0])).size).toBe(single.length);
    });
  });
});

test('one more red belongs to the stroke that potted the last one, and to no other', () => {
  const red = { kind: 'pot', body: { balls: ['red'] } };
  expect(withOneMoreRed(scoredOf('snooker', SNOOKER_FORMAT, [red]))).toEqual({
    id: '0',
    kind: 'pot',
    body: { balls: ['red', 'red'] },
  });
  const missed = scoredOf('snooker', SNOOKER_FORMAT, [red, { kind: 'endVisit', body: {} }]);
  expect(withOneMoreRed(missed)).toBeNull();
});

const pressed = (key: string, code = '', held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('a key has the same name', () => {
  test.each([
    ['u', pressed('u', 'KeyU')],
    ['u', pressed('U', 'KeyU')],
    // By the letter that it types on AZERTY, where A and Q have changed places.
    ['a', pressed('a', 'KeyQ')],
    ['7', pressed('7', 'Digit7')],
    ['7', pressed('7', 'Numpad7')],
    ['7', pressed('è', 'Digit7')],
    ['6', pressed('-', 'Digit6')],
    ['7', pressed('7', 'Digit7', { shiftKey: true })],
    ['7', pressed('٧', 'Digit7')],
    ['u', pressed('ع', 'KeyU')],
    ['b', pressed('لا', 'KeyB')],
    ['?', pressed('?', 'Slash', { shiftKey: true })],
    ['?', pressed('?', 'KeyM', { shiftKey: true })],
    ['?', pressed('؟', 'Slash', { shiftKey: true })],
    ['.', pressed('ز', 'Period')],
    ['+', pressed('+', 'Equal', { shiftKey: true })],
    ['=', pressed('=', 'Equal')],
    ['Space', pressed(' ', 'Space')],
    ['PageDown', pressed('PageDown', 'PageDown')],
    ['Shift+F5', pressed('F5', 'F5', { shiftKey: true })],
    ['Ctrl+z', pressed('z', 'KeyZ', { ctrlKey: true })],
    ['Ctrl+z', pressed('ئ', 'KeyZ', { ctrlKey: true })],
    ['Ctrl+Shift+z', pressed('Z', 'KeyZ', { metaKey: true, shiftKey: true })],
    ['Shift+a', pressed('A', 'KeyA', { shiftKey: true })],
    [null, pressed('Shift', 'ShiftLeft', { shiftKey: true })],
    [null, pressed('Tab', 'Tab')],
    [null, pressed('@', 'KeyQ', { altKey: true, ctrlKey: true })],
  ])('%s: %o', (name, event) => {
    expect(keyName(event)).toBe(name);
  });
});

describe('keys', () => {
  test('mean nothing twice by default', () => {
    const all = GROUPS.flatMap(({ keys }) => Object.keys(keys));
    expect(all.filter((command) => conflictsOf(DEFAULT_KEYS, command).length > 0)).toEqual([]);
    expect(Object.keys(DEFAULT_KEYS).sort()).toEqual([...new Set(all)].sort());
  });

  test('mean what lies on top', () => {
    const [snooker, foul] = groupsIn('snooker', SNOOKER_FORMAT);
    const [eightBall, how] = groupsIn('eight-ball', POOL_FORMAT);
    expect(commandOf(DEFAULT_KEYS, [snooker, ALWAYS], '4')).toBe('ball4');
    expect(commandOf(DEFAULT_KEYS, [foul, ALWAYS], '4')).toBe('foul4');
    expect(commandOf(DEFAULT_KEYS, [foul, ALWAYS], 'b')).toBe('freeBall');
    expect(commandOf(DEFAULT_KEYS, [how, ALWAYS], 'u')).toBe('undo');
    expect(commandOf(DEFAULT_KEYS, [eightBall, ALWAYS], 'q')).toBeNull();
  });

  test('that two commands share are said of both', () => {
    const keys = { ...DEFAULT_KEYS, claim: ['u'] };
    expect(conflictsOf(keys, 'claim')).toEqual(['undo']);
    expect(conflictsOf(keys, 'undo')).toEqual(['claim']);
    // They never work at the same time.
    expect(conflictsOf({ ...DEFAULT_KEYS, foulA: ['1'] }, 'foulA')).toEqual([]);
  });

  test('of every command are shown where it works', () => {
    for (const command of GROUPS.flatMap(({ keys }) => Object.keys(keys))) {
      for (const name of DEFAULT_KEYS[command] ?? []) {
        expect(GROUPS.map((group) => commandOf(DEFAULT_KEYS, [group], name))).toContain(command);
      }
    }
  });

  test('are kept as what differs, and read whatever was kept', () => {
    const changed = { ...DEFAULT_KEYS, undo: ['q'] };
    expect(writeKeys(changed)).toBe('{"undo":["q"]}');
    expect(readKeys(writeKeys(changed))).toEqual(changed);
    expect(readKeys(null)).toEqual(DEFAULT_KEYS);
    for (const kept of ['', '[]', '7', '{"undo":7}', '{"unknown":["q"]}', '{"undo":[7]}']) {
      expect(readKeys(kept)).toEqual(DEFAULT_KEYS);
    }
  });
});

test('no key offers a move that the rules refuse', () => {
  for (const [game, format] of [
    ['eight-ball', POOL_FORMAT],
    ['snooker', SNOOKER_FORMAT],
  ] as const) {
    eachState(game, format, ({ rules, state, ...seen }) => {
      for (const [, { kind, body }] of directOffers({ ...seen, rules, state })) {
        const move = rules.read(kind, body);
        expect(move).not.toBeNull();
        expect(move && isRefusal(rules.apply(state, move))).toBe(false);
      }
    });
  }
});
