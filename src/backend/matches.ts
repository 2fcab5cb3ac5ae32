import type { Entry } from '../rules/log.ts';
import { TABLE_KINDS } from '../rules/table-kind.ts';
import { isRestored } from '../core/overlay/board.ts';
import {
  expectFlag,
  expectList,
  expectMillis,
  expectNumber,
  expectObject,
  expectOneOf,
  orNull,
  expectText,
} from './answers.ts';
import type {
  Appended,
  LogPage,
  MatchBackend,
  MatchRecord,
  OpenedLink,
  Screens,
  SentAction,
  SentBoard,
} from './contract.ts';
import type { Json } from './database.types.ts';
import { readFacts } from './facts.ts';
import { overlayReader } from './overlays.ts';
import type { Requests } from './requests.ts';

const OUTCOMES = ['ok', 'stale', 'bad', 'full', 'tooMany'] as const satisfies readonly Appended['outcome'][];

const readEntry = (value: unknown): Entry => {
  const entry = expectObject(value);
  return {
    seq: expectNumber(entry['seq']),
    id: expectText(entry['id']),
    kind: expectText(entry['kind']),
    body: expectObject(entry['body']),
    atMillis: expectMillis(entry['at']),
    by: orNull(expectText, entry['by']),
    ...('by_name' in entry && { byName: expectText(entry['by_name']) }),
  };
};

const readAppended = (value: unknown): Appended => {
  const answer = expectObject(value);
  return {
    outcome: expectOneOf(OUTCOMES, answer['outcome']),
    ...('wait' in answer && { waitMillis: expectNumber(answer['wait']) * 1000 }),
    index: orNull(expectNumber, answer['index']),
    entries: expectList(readEntry, answer['entries']),
    more: expectFlag(answer['more']),
    seq: expectNumber(answer['seq']),
    rev: expectNumber(answer['rev']),
    current: expectText(answer['current']),
    serverMillis: expectMillis(answer['server_time']),
  };
};

export const readScreens = (value: unknown): Screens => {
  const screens = expectObject(value);
  const behind = orNull(expectNumber, screens['behind']);
  // Screens that haven't polled since a restore are missing from this count.
  return {
    count: expectNumber(screens['count']),
    behind: behind === null || isRestored(0, behind) ? null : behind,
  };
};

/** The part of a match that lists of tables include. */
export const readMatchSummary = (value: unknown) => {
  const match = expectObject(value);
  return {
    id: expectText(match['id']),
    number: expectNumber(match['number']),
    game: expectText(match['game']),
    seq: expectNumber(match['seq']),
    startedAtMillis: expectMillis(match['started_at']),
    endedAtMillis: orNull(expectMillis, match['ended_at']),
  };
};

const readMatch = (value: unknown): MatchRecord => {
  const match = expectObject(value);
  return {
    ...readMatchSummary(match),
    tableId: expectText(match['table_id']),
    previous: orNull(expectText, match['previous']),
    rules: expectNumber(match['rules']),
    start: expectObject(match['start']),
  };
};

const readLog = (value: unknown): LogPage => {
  const page = expectObject(value);
  return {
    match: readMatch(page['match']),
    entries: expectList(readEntry, page['entries']),
    more: expectFlag(page['more']),
    current: expectText(page['current']),
    serverMillis: expectMillis(page['server_time']),
    screens: readScreens(page['screens']),
  };
};

const writeAction = ({ id, kind, body, agoMillis, onlyCurrent = false }: SentAction): Json => ({
  id,
  kind,
  body: body as Json,
  ago: agoMillis / 1000,
  only_current: onlyCurrent,
});

const writeBoard = (board: SentBoard): Json => {
  const { p1, p2, event = '', s1, s2, raceTo, rules, detail, result, visitAgoMillis = null } = board;
  return {
    p1,
    p2,
    event,
    s1,
    s2,
    race_to: raceTo,
    rules,
    detail: detail as Json,
    result: result as Json,
    visit_ago: visitAgoMillis === null ? null : visitAgoMillis / 1000,
  };
};

/** The backend for scoring. `link` is the secret of a scorer link, if one is used. */
export const matchBackend = ({ call }: Requests, link: string | null = null): MatchBackend => ({
  ...overlayReader(call, link, ({ facts }) =>
    facts === undefined ? {} : { facts: readFacts(expectObject(facts)) },
  ),
  appendActions: async (match, afterSeq, actions, board) =>
    readAppended(
      await call('append_actions', {
        match,
        after_seq: afterSeq,
        actions: actions.map(writeAction),
        board: board && writeBoard(board),
        link,
      }),
    ),
  beginMatch: async ({ tableId, expected, match, game, rules, start, board, agoMillis }) =>
    readAppended(
      await call('begin_match', {
        table_id: tableId,
        expected,
        match,
        game,
        rules,
        start: start as Json,
        board: writeBoard(board),
        ago: agoMillis / 1000,
        link,
      }),
    ),
  resumeMatch: async (tableId, expected, match) =>
    readAppended(await call('resume_match', { table_id: tableId, expected, match, link })),
  getLog: async (match, afterSeq) => readLog(await call('get_log', { match, after_seq: afterSeq, link })),
});

/** Opens a scorer link; rejects as forbidden if the link no longer works. */
export const openLink = async ({ call }: Requests, link: string): Promise<OpenedLink> => {
  const opened = expectObject(await call('open_link', { link }));
  return {
    linkId: expectText(opened['link_id']),
    tableId: expectText(opened['table_id']),
    token: expectText(opened['token']),
    title: expectText(opened['title']),
    kind: expectOneOf(TABLE_KINDS, opened['kind']),
    match: expectText(opened['match']),
  };
};
