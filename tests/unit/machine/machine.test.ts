import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { fold } from '../../../src/core/match/fold.ts';
import { format, resolveConfig } from 'prettier';
import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../src/rules/machine-fields.ts';
import { ALL_MOVES, BUTTON_MOVES } from '../../../src/core/machine/moves.ts';
import { openApi } from '../../../src/core/machine/open-api.ts';
import { isJustMade, offers, plan } from '../../../src/core/machine/plan.ts';
import type { MachineTable } from '../../../src/core/machine/table.ts';
import { scoreState } from '../../../src/core/machine/state.ts';
import type { Body } from '../../../src/rules/read.ts';
import { GAME_NAMES, type GameName } from '../../../src/games/boards.ts';
import { FORMATS, played, scoredOf } from '../match/matches.ts';

const NOW = Date.UTC(2026, 10, 23, 20);
const MACHINE = 'machine';

/** A table after these actions, as a machine finds it. */
const tableAt = (
  game: GameName,
  actions: Parameters<typeof played>[1] = [],
  format: Body = FORMATS[game],
): MachineTable => {
  const { match, rules, start, actions: tapped } = scoredOf(game, actions, format);
  const done = tapped.map((action) => ({ ...action, by: action.own ? MACHINE : 'phone' }));
  return {
    title: 'Table 1',
    record: match,
    play: { rules, start },
    by: MACHINE,
    done: { actions: done, fold: fold(rules, start, done) },
    rev: 1,
    clock: { running: false, startedAtMillis: null, accumSeconds: 0 },
    shot: { seconds: 30, warnSeconds: 10, endsAtMillis: NOW, leftSeconds: null },
    serverMillis: NOW,
  };
};

let ids = 0;
const newId = (): string => `new-${(ids += 1)}`;
const planned = (table: MachineTable, move: string, fields: Body = {}) => plan(table, move, fields, newId);
const actionsOf = (table: MachineTable, move: string, fields: Body = {}) => {
  const found = planned(table, move, fields);
  return found.type === 'append' ? found.actions.map(({ kind, body }) => [kind, body]) : found;
};

describe('the description', () => {
  const description = openApi() as {
    paths: Record<string, { post?: { requestBody: { content: Record<string, { schema: object }> } } }>;
  };

  test('is OpenAPI', async () => {
    const found = await new Validator().validate(structuredClone(description));
    expect(found.errors ?? []).toEqual([]);
    expect(found.valid).toBe(true);
  });

  test('has all that is offered in any match, as it is offered', () => {
    const ajv = new Ajv2020();
    const schemas = new Map(
      Object.keys(ALL_MOVES).map((move) => {
        const schema = description.paths[`/v1/moves/${move}`]?.post?.requestBody.content['application/json'];
        return [move, ajv.compile(schema?.schema ?? false)];
      }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...GAME_NAMES),
        fc.array(fc.nat(), { maxLength: 25 }),
        (game: GameName, picks) => {
          let table = tableAt(game);
          for (const pick of picks) {
            const offered = offers(table);
            for (const { move, fields } of offered)
              expect([move, fields, schemas.get(move)?.(fields)]).toEqual([move, fields, true]);
            const one = offered[pick % offered.length];
            const next = one && planned(table, one.move, one.fields);
            expect(['append', 'begin']).toContain(next?.type);
            if (next?.type === 'append') table = { ...table, done: next.done };
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('has every move of a button', () => {
    for (const move of BUTTON_MOVES) expect(description.paths[`/v1/moves/${move}`]).toBeDefined();
  });
});

/** A field's values, in words. */
const wordsOf = (schema: Schema): string => {
  const {
    enum: choices,
    type,
    items,
    minimum,
    maximum,
  } = schema as Readonly<{
    enum?: readonly (string | number)[];
    type?: string;
    items?: Schema;
    minimum?: number;
    maximum?: number;
  }>;
  if (choices) return choices.map((one) => `\`${String(one)}\``).join(', ');
  if (items) return `a list of ${wordsOf(items)}`;
  return minimum === undefined ? String(type) : `${minimum} to ${String(maximum)}`;
};

test('the list of moves in the documents is the one by which requests are checked', async () => {
  const rows = Object.entries(ALL_MOVES).flatMap(([name, variants]) =>
    variants.map(({ summary, fields, games }) => {
      const listed = Object.entries(fields).map(
        ([field, { schema, isOptional = false }]) =>
          `\`${field}\`${isOptional ? ' (optional)' : ''}: ${wordsOf(schema)}`,
      );
      const where = games.length === GAME_NAMES.length ? 'all' : games.join(', ');
      return `| \`${name}\` | ${where} | ${summary} | ${listed.join('<br>')} |`;
    }),
  );
  const text = [
    '# Moves of machines',
    '',
    'Written by `npx vitest run --project unit machine -u`. [How to make them](../machines.md).',
    '',
    '| move | games | what it does | fields |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
  const options = await resolveConfig('docs/generated/machine-moves.md');
  const formatted = await format(text, { ...options, parser: 'markdown' });
  await expect(formatted).toMatchFileSnapshot('../../../docs/generated/machine-moves.md');
});

describe('a move', () => {
  test('is the action of its name', () => {
    expect(actionsOf({ ...tableAt('eight-ball'), shot: null }, 'rack', { side: 'A', how: 'runOut' })).toEqual(
      [['rack', { side: 'A', how: 'runOut' }]],
    );
  });

  test('that ends a shot takes along a shot clock that waits', () => {
    const REST = [
      ['shot.start', { n: 30, warn: 10 }],
      ['shot.stop', {}],
    ];
    expect(actionsOf(tableAt('eight-ball'), 'foul', { side: 'A' })).toEqual([
      ['foul', { side: 'A' }],
      ...REST,
    ]);
    expect(actionsOf(tableAt('eight-ball'), 'set', { p1: 'Amina' })).toHaveLength(1);
    expect(actionsOf({ ...tableAt('eight-ball'), shot: null }, 'foul', { side: 'A' })).toHaveLength(1);
  });

  test('takes an extension of the shot clock along', () => {
    const shot = { seconds: 30, afterBreakSeconds: null, warnSeconds: 10, extensionSeconds: 25 };
    const table = tableAt('nine-ball', [], { ...FORMATS['nine-ball'], shot });
    expect(actionsOf(table, 'extend', { side: 'A' })).toEqual([
      ['extend', { side: 'A' }],
      ['shot.extend', { n: 25 }],
    ]);
    expect(actionsOf(table, 'shot')).toEqual([['shot.start', { n: 30, warn: 10 }]]);
    // Who has none left gives the clock nothing either.
    const used = tableAt('nine-ball', [['extend', { side: 'A' }]], { ...FORMATS['nine-ball'], shot });
    expect(planned(used, 'extend', { side: 'A' })).toMatchObject({ type: 'refused' });
  });

  test('a point is a correction of the shown score', () => {
    expect(actionsOf(tableAt('plain'), 'point', { side: 'B', by: -1 })).toEqual([
      ['set', { changes: { s2: { from: 0, to: -1 } } }],
    ]);
  });

  test('undo takes back what counts last, redo brings it back', () => {
    const table = tableAt('eight-ball', [
      ['rack', { side: 'A' }],
      ['foul', { side: 'B' }],
      ['undo', { t: '2' }],
    ]);
    expect(actionsOf(table, 'undo')).toEqual([['undo', { t: '1' }]]);
    expect(actionsOf(table, 'redo')).toEqual([['redo', { t: '2' }]]);
  });

  test('the clock is toggled', () => {
    const table = tableAt('plain');
    expect(actionsOf(table, 'clock')).toEqual([['clock.start', {}]]);
    const running = { ...table, clock: { running: true, startedAtMillis: NOW, accumSeconds: 0 } };
    expect(actionsOf(running, 'clock')).toEqual([['clock.stop', {}]]);
    expect(actionsOf(running, 'clock', { do: 'set', seconds: 90 })).toEqual([['clock.set', { n: 90 }]]);
    expect(planned(running, 'clock', { seconds: 90 })).toEqual({ type: 'wrong', field: 'seconds' });
  });

  test('again keeps the players as they are named now', () => {
    const table = tableAt('plain', [['set', { changes: { p1: { from: 'Salma', to: 'سلمى' } } }]]);
    expect(planned(table, 'again')).toEqual({
      type: 'begin',
      start: { ...FORMATS.plain, p1: 'سلمى', s1: 0, s2: 0 },
    });
  });
});

describe('what another hand has just made', () => {
  const isMade = (
    game: GameName,
    tapped: readonly [kind: string, body?: Body, own?: boolean],
    [move, fields]: readonly [string, Body?],
    agoMillis = 2900,
  ): boolean => {
    const table = tableAt(game, [tapped]);
    const last = table.done.actions.at(-1)?.atMillis ?? 0;
    const then = planned(tableAt(game), move, fields);
    return then.type === 'append' && isJustMade({ ...table, serverMillis: last + agoMillis }, then.actions);
  };
  const PHONE = false;

  test('is the same rack, however it was won', () => {
    expect(isMade('eight-ball', ['rack', { side: 'A', how: 'runOut' }, PHONE], ['rack', { side: 'A' }])).toBe(
      true,
    );
    expect(isMade('eight-ball', ['rack', { side: 'B' }, PHONE], ['rack', { side: 'A' }])).toBe(false);
  });

  test('is a matter of three seconds', () => {
    expect(isMade('eight-ball', ['rack', { side: 'A' }, PHONE], ['rack', { side: 'A' }], 3000)).toBe(false);
  });

  test('isn’t what the machine itself made', () => {
    expect(isMade('eight-ball', ['rack', { side: 'A' }, true], ['rack', { side: 'A' }])).toBe(false);
  });

  test('is a point of the same side, in the same direction', () => {
    const point = (from: number, to: number): Body => ({ changes: { s1: { from, to } } });
    expect(isMade('plain', ['set', point(3, 4), PHONE], ['point', { side: 'A' }])).toBe(true);
    expect(isMade('plain', ['set', point(3, 2), PHONE], ['point', { side: 'A' }])).toBe(false);
    expect(isMade('plain', ['set', point(3, 4), PHONE], ['point', { side: 'B' }])).toBe(false);
  });

  test('is also the clock', () => {
    expect(isMade('plain', ['clock.start', {}, PHONE], ['clock'])).toBe(true);
    expect(isMade('plain', ['shot.start', { n: 30, warn: 5 }, PHONE], ['clock'])).toBe(false);
  });
});

test('a state is as small as an answer that is kept may be', () => {
  const names = { p1: '👩‍👩‍👧‍👦'.repeat(5), p2: 'ﷺ'.repeat(60) };
  const table = tableAt('snooker', [], { ...FORMATS.snooker, ...names, reds: 15 });
  const size = JSON.stringify(scoreState(table, () => 'x'.repeat(500))).length;
  expect(size).toBeLessThan(8192);
});
