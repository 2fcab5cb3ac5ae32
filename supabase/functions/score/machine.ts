import { tableState } from '../../../src/core/machine/state.ts';
import type { Standing } from '../../../src/core/machine/standing.ts';
import { Refusal } from '../_shared/refusal.ts';
import { callFor, makeMove, newerRules, waitFor, wholeLog, type Done, type Way } from './move.ts';
import { standingOf, type LogPage, type OpenAnswer } from './opened.ts';
import { json, parseObject, readText, unauthorized, type Asked, type Route } from './router.ts';
import { localeOf, sayer } from './texts.ts';

/** The interface for machines: the state of the table that a key opens, and its moves. */

/** The key in a request. Throws a 401. */
const keyOf = ({ request }: Asked): string => {
  const key = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (key === undefined) throw unauthorized();
  return key;
};

/** What a version of a state is named after. */
interface Version {
  readonly match: string;
  readonly seq: number;
  readonly rev: number;
}

const versionOf = ({ record, done, rev }: Standing): Version => ({
  match: record.id,
  seq: done.actions.length,
  rev,
});

const TAG = /"(?<match>[0-9a-f-]{36})\.(?<seq>\d{1,4})\.(?<rev>\d{1,16})\.(?<locale>\w+)"/g;

const tagOf = ({ match, seq, rev }: Version, { request }: Asked): string =>
  `"${match}.${seq}.${rev}.${localeOf(request)}"`;

const withoutLocale = (tag: string): string => tag.replace(/\.\w+"$/, '"');

/** The log of a match after an entry, as a key reads it. */
const readLog = (
  { ports: { database }, sender }: Asked,
  link: string,
  match: string,
  afterSeq: number,
): Promise<LogPage> =>
  database.call('get_log', { match, after_seq: afterSeq, link }, { sender }) as Promise<LogPage>;

const state = async (asked: Asked): Promise<Response> => {
  const link = keyOf(asked);
  const tags = asked.request.headers.get('if-none-match') ?? '';
  // For a client that knows the state, nothing of the log is read.
  const known = [...tags.matchAll(TAG)].at(-1)?.groups?.['seq'];
  const opened = await callFor<OpenAnswer>(asked, 'open_machine', { link, after_seq: Number(known ?? 0) });
  if (opened.outcome === 'tooMany') throw waitFor(opened.wait);
  if (opened.outcome !== 'ok') throw new Error(`open_machine answered ${opened.outcome}`);
  const { log, board } = opened;
  const { id: match, seq } = log.match;
  const etag = tagOf({ match, seq, rev: board.rev }, asked);
  const headers = { etag, vary: 'Accept-Language', 'cache-control': 'private, no-cache' };
  if (tags.includes(etag)) return new Response(null, { status: 304, headers });
  const read = (afterSeq: number): Promise<LogPage> => readLog(asked, link, match, afterSeq);
  const entries = await wholeLog(known === undefined ? log : { entries: [], more: true }, read);
  const standing = standingOf(opened, entries);
  if (!standing) return newerRules();
  return json(tableState(standing, sayer(localeOf(asked.request))), {
    ...headers,
    etag: tagOf(versionOf(standing), asked),
  });
};

/** The name that a machine gives its request, by which it is made once. Throws a 400. */
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

/** What `If-Match` requires of the table. */
const requirement = (asked: Asked): Way['require'] => {
  const tags = asked.request.headers.get('if-match');
  if (tags === null) return null;
  const known = tags.split(',').map((tag) => withoutLocale(tag.trim()));
  return (standing) => {
    if (!known.includes('*') && !known.includes(withoutLocale(tagOf(versionOf(standing), asked))))
      throw new Refusal(412, 'The state has changed: read it again.', { code: 'changed' });
  };
};

const move = async (asked: Asked): Promise<Response> => {
  const link = keyOf(asked);
  const request = requestName(asked);
  const text = await readText(asked);
  const fields = parseObject(text);
  const name = asked.parts['move'] ?? '';
  const named = { link, request, body_hash: await sha256(`${name}\n${text}`) };
  const way: Way = {
    open: () => callFor<OpenAnswer>(asked, 'open_machine', named),
    read: ({ log }, afterSeq) => readLog(asked, link, log.match.id, afterSeq),
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
