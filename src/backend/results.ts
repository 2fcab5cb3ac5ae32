import { scoreAddress } from '../config/score.ts';
import { BackendError, failureOf } from '../core/failure.ts';
import { RESULT_STATES, type FullResult, type Result } from '../core/results/result.ts';
import type { GameSums, Sums, TableSums } from '../core/results/report.ts';
import { parseResultDetail } from '../core/results/result-detail.ts';
import { SIDES, type Side } from '../rules/rules.ts';
import {
  expectFlag,
  expectList,
  expectMillis,
  expectNumber,
  expectObject,
  expectOneOf,
  orNull,
  orUnknown,
  expectText,
} from './answers.ts';
import type { ResultsBackend } from './contract.ts';
import { fetchBeside, iso, type Requests } from './requests.ts';

const FOLDING_MILLIS = 10_000;

const side = (value: unknown): Side => expectOneOf(SIDES, value);

/** Parses a result as in lists. */
export const readResult = (value: unknown): Result => {
  const result = expectObject(value);
  return {
    id: expectText(result['id']),
    state: expectOneOf(RESULT_STATES, result['state']),
    tableId: orNull(expectText, result['table_id']),
    tableTitle: expectText(result['table_title']),
    game: expectText(result['game']),
    names: [expectText(result['p1']), expectText(result['p2'])],
    players: [orNull(expectText, result['key1']), orNull(expectText, result['key2'])],
    scores: [expectNumber(result['s1']), expectNumber(result['s2'])],
    raceTo: expectNumber(result['race_to']),
    winner: orNull(side, result['winner']),
    startedAtMillis: expectMillis(result['started_at']),
    lastAtMillis: expectMillis(result['last_at']),
    endedAtMillis: orNull(expectMillis, result['ended_at']),
    byHand: expectFlag(result['by_hand']),
    setAside: expectFlag(result['set_aside']),
    imported: expectFlag(result['imported']),
    rev: expectNumber(result['rev']),
  };
};

const readFullResult = (value: unknown): FullResult => ({
  ...readResult(value),
  detail: parseResultDetail(expectObject(value)['detail'], expectObject(value)['sides']),
  corrected: orNull((given) => {
    const corrected = expectObject(given);
    return {
      names: [expectText(corrected['p1']), expectText(corrected['p2'])],
      scores: [expectNumber(corrected['s1']), expectNumber(corrected['s2'])],
      atMillis: expectMillis(corrected['at']),
    };
  }, expectObject(value)['corrected']),
});

/** Calls the score service. */
const askToFold = async (headers: HeadersInit): Promise<unknown> => {
  const { status, body } = await fetchBeside(
    new URL(`${scoreAddress(import.meta.env)}/fold`, location.origin),
    { method: 'POST', headers, signal: AbortSignal.timeout(FOLDING_MILLIS) },
  );
  if (status !== 200) throw new BackendError(failureOf({ status }));
  return body;
};

const readReportSums = (value: unknown): Sums => {
  const sums = expectObject(value);
  return {
    matches: expectNumber(sums['matches']),
    frames: expectNumber(sums['frames']),
    seconds: expectNumber(sums['seconds']),
  };
};

const readTable = (value: unknown): TableSums => ({
  ...readReportSums(value),
  title: expectText(expectObject(value)['title']),
});

const readGame = (value: unknown): GameSums => ({
  ...readReportSums(value),
  game: expectText(expectObject(value)['game']),
});

/** The backend of a venue's results. */
export const resultsBackend = ({ call, change, headers }: Requests): ResultsBackend => {
  return {
    listResults: async ({ fromMillis, toMillis, ...query }) => {
      const answer = expectObject(
        await call('list_results', {
          from_at: iso(fromMillis),
          to_at: iso(toMillis),
          table_id: query.tableId ?? null,
          game: query.game ?? null,
          player: query.player ?? null,
          versus: query.versus ?? null,
          state: query.state ?? null,
          after: query.after ?? null,
          most: query.most ?? null,
        }),
      );
      const nearest = orNull(expectObject, answer['nearest']);
      return {
        live: expectList(readResult, answer['live']),
        results: expectList(readResult, answer['results']),
        next: orNull(expectText, answer['next']),
        nearest: {
          beforeMillis: orNull(expectMillis, nearest?.['before']),
          afterMillis: orNull(expectMillis, nearest?.['after']),
        },
        due: expectNumber(answer['due']),
        serverMillis: expectMillis(answer['server_time']),
      };
    },
    countResults: async (instants) =>
      expectList(expectNumber, await call('count_results', { instants: instants.map(iso) })),
    getResult: async (id) => orUnknown(readFullResult, await call('get_result', { id })),
    setAside: (id, aside) => change('set_aside', { id, aside }),
    correctResult: async (id, correction) =>
      change('correct_result', {
        id,
        correction: correction && {
          p1: correction.names[0],
          p2: correction.names[1],
          s1: correction.scores[0],
          s2: correction.scores[1],
        },
      }),
    deleteResult: async (id) =>
      expectOneOf(['deleted', 'current'] as const, await call('delete_result', { id })),
    getReport: async (instants, { tableId, game }) => {
      const report = expectObject(
        await call('get_report', {
          instants: instants.map(iso),
          table_id: tableId ?? null,
          game: game ?? null,
        }),
      );
      const [matches, frames, seconds] = [report['matches'], report['frames'], report['seconds']].map(
        (sums) => expectList(expectNumber, sums),
      );
      return {
        windows: (matches ?? []).map((count, index) => ({
          matches: count,
          frames: expectNumber(frames?.[index]),
          seconds: expectNumber(seconds?.[index]),
        })),
        tables: expectList(readTable, report['tables']),
        games: expectList(readGame, report['games']),
      };
    },
    foldDue: async () => expectNumber(expectObject(await askToFold(await headers()))['folded']),
  };
};
