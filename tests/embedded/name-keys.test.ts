import { afterAll, describe, expect, test } from 'vitest';
import { nameKey, searchKey } from '../../src/rules/name-key.ts';
import { givenName } from '../../src/rules/name.ts';
import { TABLE_NAMES } from '../common/table-names.ts';
import { preparedDatabase } from './folders.ts';

/** The database's keys of names, beside those that pages make. */

const database = await preparedDatabase();
afterAll(() => database.close());

interface Keys {
  readonly name: string;
  readonly key: string;
  readonly again: string;
  readonly search: string;
}

/** Of names whose letters this PostgreSQL knows: its Unicode is older than JavaScript's. */
const keysOf = async (names: readonly string[]): Promise<readonly Keys[]> => {
  const { rows } = await database.pg.query<Keys>(
    `select name, private.name_key(name) as key, private.name_key(private.name_key(name)) as again,
       private.search_key(name) as search
     from unnest($1::text[]) as given (name) where unicode_assigned(name)`,
    [names],
  );
  return rows;
};

const BLOCK = 4096;
const blocks = Array.from({ length: 0x20 }, (_, block) => ({ first: block * BLOCK }));

// Of every letter: before an accent, first, and last of capitals.
test.each(blocks)(
  'keys of the letters from $first on are the same in the database and in pages',
  async ({ first }) => {
    const letters = Array.from({ length: BLOCK }, (_, index) => first + index)
      .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
      .map((code) => String.fromCodePoint(code));
    const made = await keysOf(letters.map((letter) => `x${letter}\u0301 ${letter}y AB${letter}`));
    expect(
      made.filter(({ name, key, search }) => key !== nameKey(name) || search !== searchKey(name)),
    ).toEqual([]);
    expect(made.filter(({ key, again }) => key !== again)).toEqual([]);
  },
);

test('tables whose names screens show alike have one key', async () => {
  for (const [number, names] of TABLE_NAMES) {
    const { rows } = await database.pg.query<{ key: string }>(
      'select distinct private.table_key(name) as key from unnest($1::text[]) as given (name)',
      [names],
    );
    expect(rows).toEqual([{ key: number ?? nameKey(names[0] ?? '') }]);
  }
});

test('given names, and default names', async () => {
  const names = [
    '',
    ' ',
    '\u200b',
    'PLAYER A',
    'player  b',
    '\u200ePlayer A',
    'Player C',
    'Joueur A',
    'Salma',
  ];
  const { rows } = await database.pg.query<{ name: string; recorded: string }>(
    'select name, private.recorded_name(name) as recorded from unnest($1::text[]) as given (name)',
    [names],
  );
  expect(rows.map(({ recorded }) => recorded)).toEqual([
    '',
    '',
    '',
    '',
    '',
    '',
    'Player C',
    'Joueur A',
    'Salma',
  ]);
  expect(rows.map(({ recorded }) => recorded)).toEqual(rows.map(({ name }) => givenName(name)));
});

describe('as compared', () => {
  test.each([
    { one: 'José', other: 'Jose\u0301', what: 'composition' },
    { one: 'أحمد العلوي', other: '\u202bأحمد\u200f العلوي\u202c', what: 'marks of direction' },
    { one: 'Karima Idrissi', other: ' KARIMA\u00a0 idrissi\u2069 ', what: 'spaces and case' },
    { one: 'Anne-Marie', other: 'Anne\u00ad-Mar\u200bie\ufeff', what: 'marks that nobody sees' },
    { one: 'محمد', other: 'محمـــد', what: 'the tatweel' },
    { one: 'İBRAHİM', other: 'ibrahim', what: 'the Turkish I' },
    { one: 'ΟΔΥΣΣΕΥΣ', other: 'οδυσσευς', what: 'the last sigma' },
  ])('$what makes no other player', async ({ one, other }) => {
    const [first, second] = await keysOf([one, other]);
    expect(first?.key).toBe(second?.key);
  });
});

describe('as searched', () => {
  test.each([
    ['Zoé', 'Zoe'],
    ['ÉLODIE', 'elodie'],
    ['أحمد', 'احمد'],
    ['أَحْمَد', 'احمد'],
    ['إبراهيم', 'ابراهيم'],
    ['آدم', 'ادم'],
    ['ٱلحسن', 'الحسن'],
    ['حمزة', 'حمزه'],
    ['مصطفى', 'مصطفي'],
    ['Łukasz Bjørn', 'lukasz bjorn'],
    ['O’Sullivan', "o'sullivan"],
    ['Œuvrard', 'oeuvrard'],
    ['ﻣﺤﻤﺪ', 'محمد'],
  ])('%s is found as %s, and is a different player', async (name, typed) => {
    const [found, wanted] = await keysOf([name, typed]);
    expect(found?.search).toBe(wanted?.search);
    expect(found?.key).not.toBe(wanted?.key);
  });
});
