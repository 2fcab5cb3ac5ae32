import { tableState } from '../../../src/core/machine/state.ts';
import type { MachineTable } from '../../../src/core/machine/table.ts';
import { Refusal } from '../_shared/refusal.ts';
import { callFor, makeMove, newerRules, type Done, type Way } from './move.ts';
import { seqBefore, machineTableOf, type LogPage, type OpenAnswer, type Opened } from './opened.ts';
import { json, parseObject, unauthorized, type Asked, type Route } from './router.ts';
import { localeOf, phraseFormatter } from './texts.ts';
import { waitFor } from './turns.ts';

/** The interface for machines: the state of the table that a key opens, and its moves. */

/** The key in a request. Throws a 401. */
const keyOf = ({ request }: Asked): string => {
  const key = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (key === undefined) throw unauthorized();
  return key;
};

/** The values that identify a version of a state. */
interface Version {
  readonly match: string;
  readonly seq: number;
  readonly rev: number;
}

const versionOf = ({ record, done, rev }: MachineTable): Version => ({
  match: record.id,
  seq: done.actions.length,
  rev,
});

const tagOf = ({ match, seq, rev }: Version, { request }: Asked): string =>
  `"${match}.${seq}.${rev}.${localeOf(request)}"`;

/**
 * Our tags in `If-Match` or `If-None-Match`. A proxy that compresses makes a tag weak, or marks it as `…-gzip`, and
 * sends that back. By RFC 9110 (13.1.1) a weak tag never meets `If-Match`, so a client behind such a proxy could never
 * move. But our tags name the state and not the answer's bytes, which is all that a move needs, so weak tags are
 * accepted.
 */
const tagsIn = (header: string): readonly string[] =>
  [...header.matchAll(/"([0-9a-f-]{36}\.\d{1,4}\.\d{1,16}\.[a-z]+)(?:--?\w+)?"/g)].map(
    ([, tag]) => `"${tag}"`,
  );

const withoutLocale = (tag: string): string => tag.replace(/\.\w+"$/, '"');

/** A match's log after an entry, read with a key. */
const readLog =
  ({ ports: { database }, request: { signal } }: Asked, link: string) =>
  ({ log }: Opened, after_seq: number): Promise<LogPage> =>
    database.call('get_log', { match: log.match.id, after_seq, link }, {}, signal) as Promise<LogPage>;

const stateInTurn = async (asked: Asked, link: string): Promise<Response> => {
  const { logs, request } = asked;
  const tags = tagsIn(request.headers.get('if-none-match') ?? '');
  // If the client knows the state, the log isn't read.
  const taggedLength = Number(tags.at(-1)?.split('.')[1] ?? 0);
  const after_seq = seqBefore(logs.lengthFor(link) || taggedLength);
  const opened = await callFor<OpenAnswer>(asked, 'open_machine', { link, after_seq });
  if (opened.outcome === 'tooMany') throw waitFor(opened.wait);
  if (opened.outcome !== 'ok') throw new Error(`open_machine answered ${opened.outcome}`);
  const { log, board } = opened;
  const { id: match, seq } = log.match;
  const etag = tagOf({ match, seq, rev: board.rev }, asked);
  const headers = { etag, vary: 'Accept-Language', 'cache-control': 'private, no-cache' };
  if (tags.includes(etag)) return new Response(null, { status: 304, headers });
  const table = await machineTableOf({ logs, secret: link, read: readLog(asked, link) }, opened, after_seq);
  if (!table) return newerRules();
  return json(tableState(table, phraseFormatter(localeOf(request))), {
    ...headers,
    etag: tagOf(versionOf(table), asked),
  });
};

const state = async (asked: Asked): Promise<Response> => {
  const link = keyOf(asked);
  return asked.inTurn(() => stateInTurn(asked, link), link);
};

/** A machine's name for its request, so that repeating it changes nothing. Throws a 400. */
const requestName = ({ request }: Asked): string => {
  const name = request.headers.get('idempotency-key') ?? '';
  if (!/^[\x21-\x7e]{1,255}$/.test(name))
    throw new Refusal(
      400,
      'Send an Idempotency-Key: up to 255 visible ASCII characters, new for each move.',
      {
        code: 'idempotencyKey',
      },
    );
  return name;
};

const sha256 = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** The table state that `If-Match` requires. */
const requirement = (asked: Asked): Way['require'] => {
  const header = asked.request.headers.get('if-match');
  if (header === null) return null;
  const known = tagsIn(header).map(withoutLocale);
  return (table) => {
    if (header.trim() !== '*' && !known.includes(withoutLocale(tagOf(versionOf(table), asked))))
      throw new Refusal(412, 'The state has changed: read it again.', { code: 'changed' });
  };
};

const move = async (asked: Asked): Promise<Response> => {
  const link = keyOf(asked);
  const request = requestName(asked);
  const { text } = asked;
  const fields = parseObject(text);
  const name = asked.parts['move'] ?? '';
  const named = { link, request, body_hash: await sha256(`${name}\n${text}`) };
  const way: Way = {
    secret: link,
    open: (after_seq) => callFor<OpenAnswer>(asked, 'open_machine', { ...named, after_seq }),
    read: readLog(asked, link),
    append: ({ arguments: values, answer }) =>
      callFor<Done>(asked, 'move_by_machine', { ...named, ...values, answer }),
    begin: ({ arguments: values, answer }) =>
      callFor<Done>(asked, 'begin_by_machine', { ...named, ...values, answer }),
    require: requirement(asked),
  };
  const made = await makeMove(asked, way, () => ({ move: name, fields }));
  if ('problem' in made) return made.problem;
  return json(made.answer, { etag: tagOf(made.answer as unknown as Version, asked) });
};

export const STATE: Route = { method: 'GET', path: 'v1/state', answer: state };
export const MOVE: Route = { method: 'POST', path: 'v1/moves/:move', answer: move };
