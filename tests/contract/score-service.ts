import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GAME_NAMES, type GameName } from '../../src/games/boards.ts';
import type { ScoredTable } from './score-table.ts';

/** The score service in one of its homes. */
export interface ScoreHome {
  /** Its address as its senders know it. */
  readonly address: string;
  readonly send: (request: Request) => Promise<Response>;
  readonly openTable: () => Promise<ScoredTable>;
  readonly close: () => Promise<void>;
}

interface Offer {
  readonly move: string;
  readonly fields: object;
}

interface Answered {
  readonly match: string;
  readonly scores: readonly number[];
  readonly moves: readonly Offer[];
  readonly detail?: { readonly game?: string } | string;
  readonly reason?: string;
  readonly actions?: readonly string[];
  readonly last: { readonly said: string } | null;
  readonly repeated?: boolean;
}

/** The score service's promises in any home. `games` are those whose every offer is taken. */
export const describeScoreService = (
  name: string,
  open: () => Promise<ScoreHome>,
  games: readonly GameName[] = GAME_NAMES,
): void => {
  describe(`the score service ${name}`, () => {
    let home: ScoreHome;
    beforeAll(async () => {
      home = await open();
    });
    afterAll(() => home.close());

    const send = (path: string, init?: RequestInit) => home.send(new Request(home.address + path, init));
    const bearing = (key: string) => ({ authorization: `Bearer ${key}` });
    const read = (key: string, headers: Record<string, string> = {}) =>
      send('/v1/state', { headers: { ...bearing(key), ...headers } });
    const stateOf = async (key: string): Promise<Answered> => (await (await read(key)).json()) as Answered;
    const move = (
      key: string,
      move: string,
      fields: unknown = {},
      headers: Record<string, string> = {},
    ): Promise<Response> =>
      send(`/v1/moves/${move}`, {
        method: 'POST',
        headers: { ...bearing(key), 'idempotency-key': randomUUID(), ...headers },
        body: typeof fields === 'string' ? fields : JSON.stringify(fields),
      });
    const press = (secret: string, headers: Record<string, string> = {}, method = 'GET') =>
      send(`/press/${secret}`, { method, headers });
    const parsed = async (answer: Response): Promise<Answered & { status: number }> => ({
      ...((await answer.json()) as Answered),
      status: answer.status,
    });

    test('folds for a table’s page what the database allows, and nothing of other tables', async () => {
      const fold = (body: unknown) => send('/fold', { method: 'POST', body: JSON.stringify(body) });
      for (const table of ['nobodys-b1', '"><script>', 'x'.repeat(500)]) {
        const answer = await fold({ table });
        expect({ status: answer.status, body: await answer.text() }).toEqual({
          status: 200,
          body: '{"folded":0}',
        });
      }
      for (const body of [{}, { table: 1 }, { table: null }]) expect((await fold(body)).status).toBe(401);
    });

    test.each(['', '/', '/nothing', '/v1/nothing/at/all', '/%'])(
      'says as a problem that nothing is at %s',
      async (path) => {
        const answer = await send(path, { method: 'POST', body: '{}' });
        expect(answer.status).toBe(404);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(await answer.json()).toEqual({
          title: 'Not Found',
          status: 404,
          detail: 'There is nothing at this address.',
        });
      },
    );

    test('a key reads its table, and nothing while nothing has changed', async () => {
      const table = await home.openTable();
      const key = await table.addKey();
      await table.begin('eight-ball');
      await move(key, 'rack', { side: 'A' });
      const answer = await read(key, { 'accept-language': 'de, fr;q=0.8, en;q=0.1' });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({
        table: 'Table 1',
        number: 2,
        seq: 1,
        game: 'eight-ball',
        players: ['Salma', 'Mehdi'],
        scores: [1, 0],
        raceTo: 3,
        over: false,
        winner: null,
        detail: { game: 'eight-ball', balls: 'redsAndYellows' },
        clock: { running: false, startedAt: null, seconds: 0, minutes: null },
        shot: null,
        last: { said: 'Partie 1 pour \u2068Salma\u2069' },
      });
      const etag = answer.headers.get('etag') ?? '';
      const again = await read(key, { 'accept-language': 'fr', 'if-none-match': `"x", W/${etag}` });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
      // As proxies that compress send it back.
      for (const known of [etag.replace(/"$/, '-gzip"'), `W/${etag.replace(/"$/, '--gzip"')}`])
        expect((await read(key, { 'accept-language': 'fr', 'if-none-match': known })).status).toBe(304);
      expect((await read(key, { 'if-none-match': etag })).status).toBe(200);
      await table.tap('clock.start', {});
      const changed = await read(key, { 'accept-language': 'fr', 'if-none-match': etag });
      expect(await changed.json()).toMatchObject({ seq: 2, clock: { running: true }, scores: [1, 0] });
    });

    test.each(games)('every move that is offered in %s is taken', async (game: GameName) => {
      const table = await home.openTable();
      let key = await table.addKey();
      await table.begin(game);
      const taken = new Set<string>();
      for (let round = 0; round < 2; round += 1) {
        const { moves } = await stateOf(key);
        const fresh = moves.filter((offer) => !taken.has(offer.move));
        for (const [index, offer] of fresh.entries()) {
          // A key may make sixty in ten seconds.
          if (index % 25 === 0) key = await table.addKey();
          const before = (await table.log()).length;
          // Another key has just made some of them.
          const answer = await parsed(await move(key, offer.move, offer.fields, { 'if-match': '*' }));
          expect([offer, answer.status]).toEqual([offer, 200]);
          taken.add(offer.move);
          const added = (await table.log()).length - before;
          if (offer.move === 'again') expect(answer.actions).toEqual([]);
          else expect(answer.actions).toHaveLength(added);
          const isScore = !['undo', 'redo', 'clock', 'shot', 'again'].includes(offer.move);
          if (isScore) expect((await move(key, 'undo')).status).toBe(200);
        }
        // A move that changes the offers.
        const [first] = moves.filter(({ move: one }) => one === 'foul' || one === 'point');
        if (first) await move(key, first.move, first.fields);
        await table.tap('shot.start', { n: 30, warn: 5 });
      }
      for (const common of ['undo', 'clock', 'again']) expect([...taken]).toContain(common);
    });

    test('viewers see a move, and the phone beside it continues from there', async () => {
      const table = await home.openTable();
      const key = await table.addKey();
      await table.begin('snooker');
      await move(key, 'pot', { balls: ['red'] });
      await move(key, 'pot', { balls: ['black'] });
      expect(await table.board()).toMatchObject({ seq: 2, detail: { points: [8, 0], break: 8 } });
      await move(key, 'set', { p1: '🎱 سلمى', pointsA: 9 });
      expect(await table.board()).toMatchObject({ p1: '🎱 سلمى', seq: 3, detail: { points: [9, 0] } });
      const answer = await parsed(await move(key, 'award', { side: 'A' }));
      expect(answer.scores).toEqual([1, 0]);
      expect(answer.moves.map((offer) => offer.move)).toContain('nextFrame');
    });

    test('a cached log is never shown once it is outdated', async () => {
      const table = await home.openTable();
      const key = await table.addKey();
      await table.begin('eight-ball');
      expect(await stateOf(key)).toMatchObject({ players: ['Salma', 'Mehdi'], scores: [0, 0] });
      await table.tap('rack', { side: 'A' });
      expect(await stateOf(key)).toMatchObject({ scores: [1, 0] });
      expect((await move(key, 'undo')).status).toBe(200);
      expect(await stateOf(key)).toMatchObject({ scores: [0, 0] });
      const button = await table.addButton('rack', { side: 'B' });
      expect(await parsed(await press(button))).toMatchObject({ status: 200, scores: [0, 1] });
      expect(await stateOf(key)).toMatchObject({ scores: [0, 1] });
      await table.begin('plain', { p1: 'Ilyas', p2: 'Zoé', s1: 0, s2: 0, raceTo: 0 });
      expect(await stateOf(key)).toMatchObject({ players: ['Ilyas', 'Zoé'], scores: [0, 0] });
      await table.erase('Salma');
      await table.resume();
      expect(await stateOf(key)).toMatchObject({ players: ['', 'Mehdi'], scores: [0, 1] });
      await table.tap('set', { changes: { p1: { from: '', to: 'Salma 2' } } });
      expect(await stateOf(key)).toMatchObject({ players: ['Salma 2', 'Mehdi'], scores: [0, 1] });
    });

    test('a plain table is counted up and down, whatever its numbers are', async () => {
      const table = await home.openTable();
      const key = await table.addKey();
      await move(key, 'set', { s1: 0.5, s2: -3 });
      expect((await parsed(await move(key, 'point', { side: 'A' }))).scores).toEqual([1.5, -3]);
      expect((await parsed(await move(key, 'point', { side: 'B', by: -1 }))).scores).toEqual([1.5, -4]);
      await move(key, 'set', { s1: 9999 });
      expect(await parsed(await move(key, 'point', { side: 'A' }))).toMatchObject({ status: 422 });
      const { match } = await stateOf(key);
      expect(await parsed(await move(key, 'again'))).toMatchObject({ status: 200, scores: [0, 0] });
      expect((await stateOf(key)).match).not.toBe(match);
    });

    test('a request that is sent fifty times at once is made once', async () => {
      const table = await home.openTable();
      const key = await table.addKey();
      await table.begin('eight-ball');
      const headers = { 'idempotency-key': 'one rack'.replace(' ', '-') };
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => move(key, 'rack', { side: 'A' }, headers)),
      );
      const bodies = new Set(await Promise.all(answers.map((answer) => answer.text())));
      expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
      expect(bodies.size).toBe(1);
      expect(await table.log()).toEqual(['rack']);
      expect(await parsed(await move(key, 'rack', { side: 'B' }, headers))).toMatchObject({
        status: 422,
        reason: 'idempotencyKey',
      });
      // Also after its move was undone.
      await move(key, 'undo');
      expect((await move(key, 'rack', { side: 'A' }, headers)).status).toBe(200);
      expect(await table.log()).toEqual(['rack', 'undo']);
    });

    test('two keys that move at once both count', async () => {
      const table = await home.openTable();
      const keys = await Promise.all(Array.from({ length: 3 }, () => table.addKey()));
      const fields = [{ s1: 1 }, { s2: 2 }, { raceTo: 7 }];
      const answers = await Promise.all(keys.map((key, index) => move(key, 'set', fields[index])));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await table.board()).toMatchObject({ s1: 1, s2: 2, race_to: 7, seq: 3 });
    });

    test('a move just made elsewhere isn’t made again, unless the machine knows of it', async () => {
      const table = await home.openTable();
      const key = await table.addKey();
      await table.begin('eight-ball');
      const { headers } = await read(key);
      await table.tap('rack', { side: 'A' });
      expect(await parsed(await move(key, 'rack', { side: 'A', how: 'runOut' }))).toMatchObject({
        status: 409,
        reason: 'scoredMeanwhile',
      });
      const stale = { 'if-match': headers.get('etag') ?? '' };
      for (const known of [stale['if-match'], `W/${stale['if-match']}`, '"another"', 'W/"another"'])
        expect((await move(key, 'rack', { side: 'A' }, { 'if-match': known })).status).toBe(412);
      expect((await move(key, 'foul', { side: 'A' })).status).toBe(200);
      const fresh = async () => (await read(key)).headers.get('etag') ?? '';
      expect((await move(key, 'rack', { side: 'A' }, { 'if-match': await fresh() })).status).toBe(200);
      expect(await table.log()).toEqual(['rack', 'foul', 'rack']);
      // As a proxy that compresses sends it back.
      const marks = [(tag: string) => `W/${tag}`, (tag: string) => tag.replace(/"$/, '-gzip"')];
      for (const mark of marks) {
        const marked = mark(await fresh());
        const moved = await move(key, 'foul', { side: 'A' }, { 'if-match': `"another", ${marked}` });
        expect([marked, moved.status]).toEqual([marked, 200]);
        expect((await move(key, 'undo')).status).toBe(200);
      }
    });

    test('a button that is pressed three times at once scores once', async () => {
      const table = await home.openTable();
      await table.begin('eight-ball');
      const button = await table.addButton('rack', { side: 'B' });
      const answers = await Promise.all(Array.from({ length: 3 }, () => press(button)));
      const bodies = await Promise.all(answers.map(parsed));
      expect(bodies.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(bodies.map(({ repeated }) => repeated).sort()).toEqual([false, true, true]);
      expect(bodies.map(({ scores }) => scores)).toEqual(Array.from({ length: 3 }, () => [0, 1]));
      expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
      expect(await table.log()).toEqual(['rack']);
      expect(await table.board()).toMatchObject({ s1: 0, s2: 1 });
    });

    test('a button’s address does nothing until pressed', async () => {
      const table = await home.openTable();
      const button = await table.addButton('point', { side: 'A' });
      const answers = [
        await press(button, {}, 'HEAD'),
        await press(button, { purpose: 'prefetch' }),
        await press(button, { 'sec-purpose': 'prefetch;prerender' }),
        await press(button, { 'user-agent': 'WhatsApp/2.26.1 A' }),
        await press(button, { 'user-agent': 'Googlebot/2.1' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(403));
      const posted = await press(button, {}, 'POST');
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(await table.log()).toEqual([]);
      // Its owner may have stored anything as its move.
      expect((await press(await table.addButton('again'))).status).toBe(404);
      expect((await press(await table.addButton('point', { side: 'C' }))).status).toBe(422);
      expect((await press(button, { 'user-agent': 'QNetworkAccess' })).status).toBe(200);
    });

    test('whatever is wrong with a key is answered in the same words', async () => {
      const table = await home.openTable();
      const [key, link, button] = [
        await table.addKey(),
        await table.addLink(),
        await table.addButton('undo'),
      ];
      const revoked = await (await home.openTable()).addKey();
      const other = await home.openTable();
      const dead = await other.addKey();
      await other.revokeAll();
      const answers = [
        await send('/v1/state'),
        await send('/v1/state', { headers: { authorization: 'Basic eDp5' } }),
        await read('wrong'),
        await read(link),
        await read(button),
        await read(dead),
        await move(button, 'undo'),
        await move(dead, 'undo'),
        await press(key),
        await press(link),
        await press('wrong'),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
      expect(answers.map(({ headers }) => headers.get('www-authenticate'))).toEqual(
        answers.map(() => 'Bearer'),
      );
      expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
      expect((await read(revoked)).status).toBe(200);
    });

    test('bad input gets a status', async () => {
      const table = await home.openTable();
      const key = await table.addKey();
      await table.begin('eight-ball', {
        p1: 'A',
        p2: 'B',
        raceTo: 1,
        breaks: 'winner',
        first: 'A',
        balls: 'solidsAndStripes',
        extensions: 0,
      });
      const state = async (answer: Promise<Response>) => {
        const { status, reason } = await parsed(await answer);
        return [status, reason];
      };
      expect(await state(move(key, 'nothing'))).toEqual([404, 'unknownMove']);
      expect(await state(move(key, 'pot', { balls: ['red'] }))).toEqual([409, 'unknownMove']);
      expect(await state(move(key, 'constructor'))).toEqual([404, 'unknownMove']);
      expect(await state(move(key, 'rack'))).toEqual([422, 'field']);
      expect(await state(move(key, 'rack', { side: 'C' }))).toEqual([422, 'field']);
      expect(await state(move(key, 'rack', { side: 'A', more: 1 }))).toEqual([422, 'field']);
      expect(await state(move(key, 'set', { constructor: 1 }))).toEqual([422, 'field']);
      expect(await state(move(key, 'set', { raceTo: 1e9 }))).toEqual([422, 'field']);
      expect(await state(move(key, 'set'))).toEqual([422, 'field']);
      expect(await state(move(key, 'clock', { do: 'set' }))).toEqual([422, 'field']);
      expect(await state(move(key, 'rack', '{'))).toEqual([400, undefined]);
      const latin = await send('/v1/moves/set', {
        method: 'POST',
        headers: { ...bearing(key), 'idempotency-key': randomUUID() },
        body: readFileSync('tests/common/latin1-body.bin'),
      });
      expect(latin.status).toBe(400);
      expect(await state(move(key, 'rack', '[]'))).toEqual([400, undefined]);
      expect(await state(move(key, 'rack', { side: 'x'.repeat(2048) }))).toEqual([413, undefined]);
      expect(await state(move(key, 'rack', {}, { 'idempotency-key': '' }))).toEqual([400, 'idempotencyKey']);
      expect(await state(move(key, 'undo'))).toEqual([409, 'nothingThere']);
      expect((await move(key, 'rack', { side: 'A' })).status).toBe(200);
      const over = await move(key, 'foul', { side: 'A' }, { 'accept-language': 'ar' });
      const problem = await parsed(over);
      expect([problem.status, problem.reason, problem.detail]).toEqual([409, 'matchOver', 'انتهت المباراة.']);
      expect(problem.moves.map((offer) => offer.move)).toEqual(expect.arrayContaining(['undo', 'again']));
    });

    test('a key that is used too often waits', async () => {
      const table = await home.openTable();
      const [key, other] = [await table.addKey(), await table.addKey()];
      const name = { 'idempotency-key': 'one' };
      const moves = await Promise.all(Array.from({ length: 61 }, () => move(key, 'undo', {}, name)));
      expect(moves.map(({ status }) => status).sort()).toEqual([
        ...Array.from({ length: 60 }, () => 409),
        429,
      ]);
      const late = moves.find(({ status }) => status === 429);
      expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await read(other)).status).toBe(200);
    });
  });
};
