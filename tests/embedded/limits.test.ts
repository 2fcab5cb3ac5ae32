import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { MOST } from '../../src/config/limits.ts';
import { UNDO_MILLIS } from '../../src/core/room/list.ts';
import { COUNTS_MILLIS } from '../../src/core/room/table-state.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { preparedDatabase } from './folders.ts';

/** Limits that pages know and the database enforces. */

const database = await preparedDatabase();
afterAll(() => database.close());

const most = async (things: string): Promise<number | undefined> =>
  (await database.pg.query<{ most: number }>('select private.most($1) as most', [things])).rows[0]?.most;

test.each(Object.entries(MOST))(
  'there are at most as many %s in the database as in pages',
  async (things, count) => {
    expect(await most(things)).toBe(count);
  },
);

test('a limit that nobody has set is a fault', async () => {
  await expect(most('pockets')).rejects.toThrow('case not found');
});

test.each([
  ['undo_for', UNDO_MILLIS],
  ['counts_for', COUNTS_MILLIS],
])('private.%s() is as long as in pages', async (name, millis) => {
  const { rows } = await database.pg.query<{ millis: number }>(
    `select (extract(epoch from private.${name}()) * 1000)::float8 as millis`,
  );
  expect(rows).toEqual([{ millis }]);
});

test.each(Object.keys(LOCALES))('the texts of %s name the limits that are enforced', async (locale) => {
  const numberIn = (area: string, part: RegExp): string | undefined =>
    part.exec(readFileSync(`i18n/${locale}/${area}.json`, 'utf8'))?.[1];
  for (const [things, named] of [
    ['players', numberIn('players', /"full": \D*(\d+)/)],
    ['sponsors', numberIn('branding', /"full": \D*(\d+)/)],
    ['televisions', numberIn('paired', /"television": \{[^{}]*"full": \D*(\d+)/)],
    ['devices', numberIn('paired', /"device": \{[^{}]*"full": \D*(\d+)/)],
  ] as const)
    expect([things, named]).toEqual([things, String(await most(things))]);
});
