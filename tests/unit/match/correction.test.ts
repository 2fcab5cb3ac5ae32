import { describe, expect, test } from 'vitest';
import { changesOf, corrections, typedValue } from '../../../src/rules/correction.ts';
import { applyAction } from '../../../src/core/match/fold.ts';
import { GAME_NAMES } from '../../../src/games/boards.ts';
import { isRefusal } from '../../../src/rules/rules.ts';
import { leavesIn } from '../i18n/texts.ts';
import { played, POOL, type Played } from './matches.ts';

const groupsOf = ({ rules, state }: Played) => corrections(rules, state);

const seenIn = (match: Played): Record<string, unknown> =>
  Object.fromEntries(
    groupsOf(match).flatMap(({ fields }) =>
      fields.map(({ field }) => [field, match.rules.shown(match.state, field)]),
    ),
  );

describe.each(GAME_NAMES)('%s', (game) => {
  const match = played(game, []);
  const seen = seenIn(match);
  const groups = groupsOf(match);

  test('whatever it offers the rules take, one value at a time', () => {
    const other: Record<string, string> = { number: '1', name: 'Nadia', side: 'B', flag: 'true' };
    for (const { field, kind } of groups.flatMap(({ fields }) => fields)) {
      const typed = kind.type === 'choice' ? (kind.choices[1] ?? '') : (other[kind.type] ?? '');
      const changes = changesOf(groups, seen, { [field]: typed === String(seen[field]) ? '3' : typed });
      const result = changes && applyAction(match.rules, match.state, { kind: 'set', body: { changes } });
      expect(result && isRefusal(result), field).toBe(false);
      expect(result && match.rules.shown(result, field), field).toEqual(
        typedValue(kind, typed === String(seen[field]) ? '3' : typed),
      );
    }
  });

  test('each choice has its words', () => {
    const known = leavesIn('en');
    const words = groups.flatMap(({ group, fields }) => [
      `match.correct.${group}`,
      ...fields.flatMap(({ kind }) =>
        kind.type === 'choice' ? kind.choices.map((choice) => `match.${kind.texts}.${choice}`) : [],
      ),
    ]);
    expect(words.filter((word) => !known.has(word))).toEqual([]);
  });
});

test('only changed values are sent, each with the seen one', () => {
  const match = played('eight-ball', [['rack', { side: 'A' }]]);
  const [groups, seen] = [groupsOf(match), seenIn(match)];
  expect(changesOf(groups, seen, { s1: '2', s2: '0', p1: 'Salma', breaks: 'winner' })).toEqual({
    s1: { from: 1, to: 2 },
    breaks: { from: 'alternate', to: 'winner' },
  });
  expect(changesOf(groups, seen, { s1: ' 1 ' })).toEqual({});
  expect(changesOf(groups, seen, {})).toEqual({});
});

test('nothing is sent while something typed is no number', () => {
  const match = played('plain', []);
  const [groups, seen] = [groupsOf(match), seenIn(match)];
  for (const s1 of ['', 'x', '1e3', '--2', '99999'])
    expect(changesOf(groups, seen, { s1, s2: '4' })).toBeNull();
  expect(changesOf(groups, seen, { s1: '-2.5' })).toEqual({ s1: { from: 3, to: -2.5 } });
});

test('a field without a value can’t be corrected: a race in a timed match, the player at the table after a frame', () => {
  expect(Object.keys(seenIn(played('eight-ball', [], { ...POOL, raceTo: null })))).not.toContain('raceTo');
  expect(Object.keys(seenIn(played('snooker', [['concede', { side: 'A' }]])))).not.toContain('at');
});
