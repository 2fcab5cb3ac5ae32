import type { Entry } from '../rules/log.ts';
import { isRestored } from '../core/overlay/board.ts';
import { flag, listOf, millis, number, object, oneOf, orNull, text } from './answers.ts';
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
import { overlayReader } from './overlays.ts';
import type { Requests } from './requests.ts';

const OUTCOMES = ['ok', 'stale', 'bad', 'full', 'tooMany'] as const satisfies readonly Appended['outcome'][];

const readEntry = (value: unknown): Entry => {
  const entry = object(value);
  return {
    seq: number(entry['seq']),
    id: text(entry['id']),
    kind: text(entry['kind']),
    body: object(entry['body']),
    atMillis: millis(entry['at']),
    by: orNull(text, entry['by']),
    ...('by_name' in entry && { byName: text(entry['by_name']) }),
  };
};

const readAppended = (value: unknown): Appended => {
  const answer = object(value);
  return {
    outcome: oneOf(OUTCOMES, answer['outcome']),
    ...('wait' in answer && { waitMillis: number(answer['wait']) * 1000 }),
    index: orNull(number, answer['index']),
    entries: listOf(readEntry, answer['entries']),
    more: flag(answer['more']),
    seq: number(answer['seq']),
    rev: number(answer['rev']),
    current: text(answer['current']),
    serverMillis: millis(answer['server_time']),
  };
};

export const readScreens = (value: unknown): Screens => {
  const screens = object(value);
  const behind = orNull(number, screens['behind']);
  // Screens that haven't polled since a restore are missing from this count.
  return {
    count: number(screens['count']),
    behind: behind === null || isRestored(0, behind) ? null : behind,
  };
};

/** The part of a match that lists of tables include. */
export const readMatchSummary = (value: unknown) => {
  const match = object(value);
  return {
    id: text(match['id']),
    number: number(match['number']),
    game: text(match['game']),
    seq: number(match['seq']),
    startedAtMillis: millis(match['started_at']),
    endedAtMillis: orNull(millis, match['ended_at']),
  };
};

const readMatch = (value: unknown): MatchRecord => {
  const match = object(value);
  return {
    ...readMatchSummary(match),
    tableId: text(match['table_id']),
    previous: orNull(text, match['previous']),
    rules: number(match['rules']),
    start: object(match['start']),
  };
};

const readLog = (value: unknown): LogPage => {
  const page = object(value);
  return {
    match: readMatch(page['match']),
    entries: listOf(readEntry, page['entries']),
    more: flag(page['more']),
    current: text(page['current']),
    serverMillis: millis(page['server_time']),
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
  const { p1, p2, s1, s2, raceTo, rules, detail, result, visitAgoMillis = null } = board;
  return {
    p1,
    p2,
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
  ...overlayReader(call, link),
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
  const opened = object(await call('open_link', { link }));
  return {
    linkId: text(opened['link_id']),
    tableId: text(opened['table_id']),
    token: text(opened['token']),
    title: text(opened['title']),
    match: text(opened['match']),
  };
};
