import { randomUUID } from 'node:crypto';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import type { GameName } from '../../src/games/boards.ts';
import { gameOf } from '../../src/games/games.ts';
import type { Body } from '../../src/rules/read.ts';
import { formatOf } from '../../src/core/match/new-match-draft.ts';
import { sentBoard } from '../../src/core/match/sent-board.ts';
import { isRefusal } from '../../src/rules/rules.ts';
import { formatWith } from './formats.ts';

/** A machine that scores a table by the wire format alone, with its owner's session: folds, and appends with the board. */

interface WireTable {
  readonly id: string;
  readonly token: string;
  readonly match: { readonly id: string };
  readonly screens: { readonly count: number; readonly behind: number | null };
}

interface WireAnswer {
  readonly outcome: string;
  readonly seq: number;
}

interface Done {
  readonly kind: string;
  readonly body?: Body;
  /** In seconds. */
  readonly ago?: number;
}

/** Calls of the database's functions, as whom the token, or a device's secret, says. */
export const caller =
  (origin: string, token?: string, device?: string) =>
  async (path: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: {
        apikey: EMBEDDED_PUBLISHABLE_KEY,
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(device !== undefined && { 'x-device': device }),
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text ? (JSON.parse(text) as unknown) : null;
  };

/** An owner by the wire. Every call rejects when the server refuses it. */
export const openVenue = async (
  origin: string,
  { email, password }: { readonly email: string; readonly password: string },
) => {
  const session = (await caller(origin)('/auth/v1/token?grant_type=password', { email, password })) as {
    access_token: string;
  };
  const post = caller(origin, session.access_token);
  const call = (name: string, body: object = {}): Promise<unknown> => post(`/rest/v1/rpc/${name}`, body);

  const tables = async (): Promise<readonly WireTable[]> =>
    ((await call('list_tables')) as { tables: WireTable[] }).tables;

  /**
   * Begins a match at a table, by its owner's session or a scorer link. Gives what scores it. `ago`s are in seconds.
   */
  const begin = async (
    table: { readonly id: string; readonly match: { readonly id: string } },
    game: GameName,
    format: Body = {},
    { link = null, ago: begunAgo = 0 }: { readonly link?: string | null; readonly ago?: number } = {},
  ) => {
    const send = async (name: string, body: object): Promise<WireAnswer> =>
      (await (link === null
        ? call(name, body)
        : caller(origin)(`/rest/v1/rpc/${name}`, { ...body, link }))) as WireAnswer;
    const rules = gameOf(game);
    const start = { ...formatWith(game, formatOf(game).length.choices?.at(-1)), ...format };
    const read = rules?.readFormat(start);
    if (!rules || !read) throw new Error(`No format of ${game}`);
    let state = rules.start(read);
    let seq = 0;
    const match = randomUUID();
    const board = () => {
      const { raceTo, ...shown } = sentBoard(rules, state);
      return { ...shown, race_to: raceTo };
    };
    const append = async (actions: readonly Done[], isClock: boolean): Promise<WireAnswer> => {
      const answer = await send('append_actions', {
        match,
        after_seq: isClock ? null : seq,
        actions: actions.map(({ kind, body = {}, ago = 0 }) => ({ id: randomUUID(), kind, body, ago })),
        board: isClock ? null : board(),
      });
      if (answer.outcome !== 'ok') throw new Error(`${JSON.stringify(actions)}: ${answer.outcome}`);
      ({ seq } = answer);
      return answer;
    };
    /** Does things to the match by its rules, sent together as a device does that was offline. */
    const play = (done: readonly Done[]): Promise<WireAnswer> => {
      for (const { kind, body = {} } of done) {
        const move = rules.read(kind, body);
        const next = move ? rules.apply(state, move) : { refused: 'unknownMove' };
        if (isRefusal(next)) throw new Error(`${kind}: ${next.refused}`);
        state = next;
      }
      return append(done, false);
    };
    await send('begin_match', {
      table_id: table.id,
      expected: table.match.id,
      match,
      game,
      rules: rules.version,
      start,
      board: board(),
      ago: begunAgo,
    });
    return {
      id: match,
      play,
      act: (kind: string, body: Body = {}): Promise<WireAnswer> => play([{ kind, body }]),
      /** Does something to a clock. */
      clock: (kind: string, body: Body = {}): Promise<WireAnswer> => append([{ kind, body }], true),
      /** Gives the shot clock its time and stops it at the same moment. */
      standShot: (n: number, warn: number): Promise<WireAnswer> =>
        append([{ kind: 'shot.start', body: { n, warn } }, { kind: 'shot.stop' }], true),
    };
  };

  /** Makes the results of all that was played. A slow machine needs more than the half second that one call takes. */
  const fold = async (): Promise<void> => {
    while (((await post('/functions/v1/score/fold', {})) as { folded: number }).folded > 0);
  };

  return { token: session.access_token, call, tables, begin, fold };
};
