import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BALL_SETS, BREAK_RULES, RED_COUNTS } from '../../../src/rules/format.ts';
import type { MatchDraft } from '../../../src/core/match/new-match-draft.ts';
import { SHOT_DEFAULTS } from '../../../src/rules/shot.ts';
import {
  draftProblems,
  formatOf,
  nextDraft,
  othersDraft,
  partyDraft,
  shotSettings,
  startOf,
  swapped,
  winnerStays,
  withGame,
  withoutAgreed,
} from '../../../src/core/match/new-match-draft.ts';
import { GAME_NAMES } from '../../../src/games/boards.ts';
import { GAMES, gameOf } from '../../../src/games/games.ts';

const NAMES = { p1: 'Salma', p2: 'يوسف' };
const FIRST = nextDraft(null, NAMES);

const wholes = (min: number, max: number) => fc.integer({ min, max }).map(String);

/** Drafts as they can be chosen and typed, right and wrong. */
const drafts: fc.Arbitrary<MatchDraft> = fc
  .record({
    game: fc.constantFrom(...GAME_NAMES),
    p1: fc.string({ maxLength: 80 }),
    p2: fc.constantFrom('', 'يوسف', '🎱'.repeat(70)),
    event: fc.constantFrom('', '  ', 'Open d’Agadir · Finale', '🎱'.repeat(70)),
    raceTo: fc.oneof(wholes(-1, 120), fc.constantFrom('', '2.5', 'x')),
    timed: fc.boolean(),
    minutes: fc.oneof(wholes(0, 700), fc.constantFrom('', '2.5')),
    breaks: fc.constantFrom(...BREAK_RULES),
    balls: fc.constantFrom(...BALL_SETS),
    first: fc.constantFrom('A' as const, 'B' as const),
    bestOf: wholes(0, 100),
    reds: fc.constantFrom(...RED_COUNTS),
    handicapA: wholes(-1, 150),
    handicapB: fc.constantFrom('0', '7'),
    seconds: wholes(0, 700),
    afterBreak: fc.oneof(fc.constant(''), wholes(0, 700)),
    warn: wholes(0, 40),
    extension: wholes(0, 700),
    extensions: wholes(0, 11),
  })
  .chain((draft) =>
    fc.constantFrom(...formatOf(draft.game).clocks, 'off' as const).map((clock) => ({ ...draft, clock })),
  );

test('the first match of a table is 8-ball with the board’s names', () => {
  expect(startOf(FIRST)).toEqual({
    game: 'eight-ball',
    start: {
      ...NAMES,
      raceTo: 5,
      breaks: 'alternate',
      first: 'A',
      balls: 'solidsAndStripes',
      handicap: { A: 0, B: 0 },
      extensions: 0,
    },
  });
});

test('a draft starts a valid format of its game, and the next draft is the same', () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      const begun = startOf(draft);
      const numbersWrong = Object.keys(draftProblems(draft)).some(
        (name) => !['p1', 'p2', 'event'].includes(name),
      );
      expect(begun === null).toBe(numbersWrong);
      if (!begun) return;
      const { game, start } = begun;
      expect(gameOf(game)?.readFormat(start)).toMatchObject({ p1: start['p1'], p2: start['p2'] });
      const rules = GAMES[game];
      expect(startOf(nextDraft(begun, rules.board(rules.start(rules.readFormat(start)))))).toEqual(begun);
      expect(JSON.stringify(start).length).toBeLessThan(4096);
    }),
  );
});

test.each(GAME_NAMES)('%s begins at every length that it offers, and at no other', (game) => {
  const { field, choices, range, usual } = formatOf(game).length;
  const begun = (length: number) => startOf({ ...FIRST, game, [field]: String(length) });
  for (const length of [...(choices ?? []), usual, range.min, range.max])
    expect(gameOf(game)?.readFormat(begun(length)?.start)).toMatchObject({ [field]: length });
  expect([range.min - 1, range.max + 1].map(begun)).toEqual([null, null]);
  expect(draftProblems({ ...FIRST, game, [field]: '-1' })).toMatchObject({ [field]: { values: range } });
  expect(withGame({ ...FIRST, raceTo: '-1', bestOf: '-1' }, game)[field]).toBe(
    choices === null ? '-1' : String(usual),
  );
});

test.each(GAME_NAMES)('%s has its event on the board until it is corrected, and without one none', (game) => {
  const rules = GAMES[game];
  const event = 'Open d’Agadir · Quart de finale';
  const begun = (draft: MatchDraft) => rules.start(rules.readFormat(startOf({ ...draft, game })?.start));
  const state = begun({ ...FIRST, event: ` ${event} ` });
  expect(rules.board(state).event).toBe(event);
  expect(rules.board(begun(FIRST))).not.toHaveProperty('event');
  const corrected = rules.apply(state, {
    kind: 'set',
    changes: { event: { from: event, to: 'Finale' } },
  } as never);
  expect(rules.board(corrected).event).toBe('Finale');
});

test('other players’ match is of no event', () => {
  const last = { ...FIRST, event: 'Final' };
  expect(othersDraft(last).event).toBe('');
  expect(partyDraft(last, null, { name: 'Nadia', name2: 'Samir', kind: null }, true).event).toBe('');
  expect(winnerStays(last, 'A').event).toBe('Final');
});

test('a head start in racks is fewer than win the match, and of its own game', () => {
  const ahead = { ...FIRST, handicapA: '2', handicapB: '0' };
  expect(startOf(ahead)?.start).toMatchObject({ raceTo: 5, handicap: { A: 2, B: 0 } });
  expect(startOf({ ...ahead, raceTo: '3' })?.start).toMatchObject({ handicap: { A: 2, B: 0 } });
  expect(startOf({ ...ahead, raceTo: '2' })).toBeNull();
  expect(draftProblems({ ...ahead, raceTo: '2' })).toEqual({
    handicapA: { problem: 'range', values: { min: 0, max: 1 } },
  });
  expect(startOf({ ...ahead, timed: true, handicapA: '98' })?.start).toMatchObject({
    raceTo: null,
    handicap: { A: 98, B: 0 },
  });
  expect(startOf({ ...ahead, timed: true, handicapA: '99' })).toBeNull();
  expect(withGame(ahead, 'nine-ball')).toMatchObject({ handicapA: '2' });
  expect(withGame(ahead, 'snooker')).toMatchObject({ handicapA: '0', handicapB: '0' });
  expect(withGame({ ...FIRST, game: 'snooker', handicapB: '60' }, 'eight-ball').handicapB).toBe('0');
  const { game, start } = startOf(ahead) ?? expect.unreachable('It can begin.');
  expect(nextDraft({ game, start }, NAMES)).toMatchObject({ handicapA: '2', handicapB: '0' });
  expect(winnerStays(ahead, 'A').handicapA).toBe('0');
});

test('a head start and a timed match stay with those who agreed on them', () => {
  const last = { ...FIRST, timed: true, minutes: '45', handicapA: '75', bestOf: '9' };
  const fresh = { timed: false, minutes: '30', handicapA: '0', handicapB: '0', bestOf: '3' };
  expect(withoutAgreed({ ...last, p1: 'Nadia' }, last)).toEqual({ ...FIRST, p1: 'Nadia' });
  expect(withoutAgreed(swapped(last), last)).toMatchObject(fresh);
  expect(withoutAgreed({ ...last, handicapB: '20' }, last)).toMatchObject({
    handicapA: '75',
    handicapB: '20',
  });
  // Quick Update's game has no length to agree on, but a number on the board.
  const plain = { ...FIRST, game: 'plain', raceTo: '0' } as const;
  expect(withoutAgreed(plain, plain).raceTo).toBe('0');
  expect(withoutAgreed({ ...plain, raceTo: '9' }, { ...plain, raceTo: '9' }).raceTo).toBe('0');
});

describe('shot clocks', () => {
  test.each(formatOf('eight-ball').clocks.filter((name) => name !== 'off' && name !== 'own'))(
    '%s is begun as published',
    (clock) => {
      const begun = startOf({ ...FIRST, clock });
      const { extensions, ...settings } = SHOT_DEFAULTS[clock];
      expect(begun?.start).toMatchObject({ extensions });
      expect(shotSettings(begun?.start ?? {})).toEqual(settings);
    },
  );

  test('a custom one has its own figures, and warns before its end', () => {
    const own = {
      ...FIRST,
      clock: 'own',
      seconds: '20',
      warn: '5',
      extension: '15',
      extensions: '2',
    } as const;
    expect(shotSettings(startOf(own)?.start ?? {})).toEqual({
      seconds: 20,
      afterBreakSeconds: null,
      warnSeconds: 5,
      extensionSeconds: 15,
    });
    expect(startOf(own)?.start).toMatchObject({ extensions: 2 });
    expect(draftProblems({ ...own, warn: '20' })).toEqual({
      warn: { problem: 'range', values: { min: 0, max: 19 } },
    });
    expect(startOf({ ...own, warn: '20' })).toBeNull();
  });

  test('a game that doesn’t offer a clock is begun without one', () => {
    expect(withGame({ ...FIRST, clock: 'wpa' }, 'snooker').clock).toBe('off');
    expect(withGame({ ...FIRST, clock: 'own' }, 'snooker').clock).toBe('own');
    expect(withGame({ ...FIRST, raceTo: '0' }, 'eight-ball').raceTo).toBe('5');
    expect(withGame({ ...FIRST, raceTo: '9' }, 'eight-ball').raceTo).toBe('9');
    const plain = startOf({ ...FIRST, game: 'plain', clock: 'wpa' });
    expect(plain).toEqual({ game: 'plain', start: { ...NAMES, s1: 0, s2: 0, raceTo: 5 } });
    expect(shotSettings(plain?.start ?? {})).toBeNull();
  });

  test.each([
    null,
    30,
    {},
    { ...SHOT_DEFAULTS.wpa, seconds: 0 },
    { ...SHOT_DEFAULTS.wpa, warnSeconds: '10' },
  ])('a start whose clock is %j has none', (shot) => {
    expect(shotSettings({ shot })).toBeNull();
  });
});

test('the sides can be swapped, with their handicaps', () => {
  expect(swapped({ ...FIRST, handicapA: '7' })).toMatchObject({
    p1: NAMES.p2,
    p2: NAMES.p1,
    handicapA: '0',
    handicapB: '7',
  });
});

test('a problem is reported for its field, and only if the game uses the field', () => {
  const wrong = { ...FIRST, raceTo: '0', bestOf: '4', handicapA: '200', p1: 'x'.repeat(61) };
  expect(draftProblems(wrong)).toEqual({
    raceTo: { problem: 'range', values: { min: 1, max: 99 } },
    handicapA: { problem: 'range', values: { min: 0, max: 98 } },
    p1: { problem: 'nameTooLong', values: { min: 0, max: 60 } },
  });
  const timed = { ...wrong, timed: true, handicapA: '98', p1: '' };
  expect(draftProblems(timed)).toEqual({});
  expect(draftProblems({ ...timed, minutes: '601' })).toEqual({
    minutes: { problem: 'range', values: { min: 1, max: 600 } },
  });
  expect(Object.keys(draftProblems({ ...wrong, game: 'snooker' }))).toEqual(['bestOf', 'handicapA', 'p1']);
});

test('a timed match is begun with its minutes, and one of an earlier version is followed by the usual ones', () => {
  expect(startOf({ ...FIRST, timed: true, minutes: ' 45 ' })?.start).toMatchObject({
    raceTo: null,
    minutes: 45,
  });
  expect(startOf({ ...FIRST, minutes: '' })?.start).not.toHaveProperty('minutes');
  const earlier = { ...startOf(FIRST)?.start, raceTo: null };
  expect(nextDraft({ game: 'eight-ball', start: earlier }, NAMES)).toMatchObject({
    timed: true,
    minutes: '30',
  });
});

test('a last match that can’t be read leaves the defaults', () => {
  expect(nextDraft({ game: 'carom', start: {} }, NAMES)).toEqual(FIRST);
  expect(nextDraft({ game: 'eight-ball', start: { raceTo: 'x', shot: 3 } }, NAMES)).toEqual(FIRST);
});
