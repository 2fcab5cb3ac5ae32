import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { overlayKey } from '../../src/core/overlay/address.ts';
import { sqlStateOf } from '../../supabase/functions/_shared/database-error.ts';
import { preparedDatabase } from './folders.ts';

/** The page takes for a token what the database takes for one. */

const { pg, close } = await preparedDatabase();
afterAll(close);

const isKey = (token: string): boolean => overlayKey(`/overlay/${encodeURIComponent(token)}`) === token;

test('every token that the database draws opens a page', async () => {
  const { rows } = await pg.query<{ token: string }>(
    'select private.new_url_token() as token from generate_series(1, 2000)',
  );
  expect(rows.filter(({ token }) => !isKey(token))).toEqual([]);
});

test('characters and lengths that the database refuses open none, and those that it takes do', async () => {
  const owner = randomUUID();
  await pg.query('insert into auth.users (id) values ($1)', [owner]);
  const takes = (token: string): Promise<boolean> =>
    pg
      .query(
        'insert into public.user_overlays (owner_uid, url_token, title) values ($1, $2, gen_random_uuid())',
        [owner, token],
      )
      .then(
        () => true,
        (error: unknown) => {
          expect(sqlStateOf(error)).toBe('23514');
          return false;
        },
      );
  const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  const tokens = [...ascii, 'é', 'ن', '٤'].map((character) => character.repeat(24));
  tokens.push('a'.repeat(23), 'a'.repeat(25), `${'b'.repeat(24)}\n`);
  const taken: string[] = [];
  for (const token of tokens) if (await takes(token)) taken.push(token);
  expect(tokens.filter(isKey)).toEqual(taken);
  expect(taken).toHaveLength(62);
});
