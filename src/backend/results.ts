import { scoreAddress } from '../config/score.ts';
import { BackendError, failureOf } from '../core/failure.ts';
import { RESULT_STATES, type FullResult, type Result } from '../core/results/result.ts';
import { parseResultDetail } from '../core/results/result-detail.ts';
import { SIDES, type Side } from '../rules/rules.ts';
import { flag, listOf, millis, number, object, oneOf, orNull, orUnknown, text } from './answers.ts';
import type { ResultsBackend } from './contract.ts';
import { fetchBeside, iso, type Requests } from './requests.ts';

const FOLDING_MILLIS = 10_000;

const side = (value: unknown): Side => oneOf(SIDES, value);

/** Parses a result as in lists. */
export const readResult = (value: unknown): Result => {
  const result = object(value);
  return {
    id: text(result['id']),
    state: oneOf(RESULT_STATES, result['state']),
    tableId: orNull(text, result['table_id']),
    tableTitle: text(result['table_title']),
    game: text(result['game']),
    names: [text(result['p1']), text(result['p2'])],
    players: [orNull(text, result['key1']), orNull(text, result['key2'])],
    scores: [number(result['s1']), number(result['s2'])],
    raceTo: number(result['race_to']),
    winner: orNull(side, result['winner']),
    startedAtMillis: millis(result['started_at']),
    lastAtMillis: millis(result['last_at']),
    endedAtMillis: orNull(millis, result['ended_at']),
    byHand: flag(result['by_hand']),
    setAside: flag(result['set_aside']),
    imported: flag(result['imported']),
    rev: number(result['rev']),
  };
};

const readFullResult = (value: unknown): FullResult => ({
  ...readResult(value),
  detail: parseResultDetail(object(value)['detail'], object(value)['sides']),
  corrected: orNull((given) => {
    const corrected = object(given);
    return {
      names: [text(corrected['p1']), text(corrected['p2'])],
      scores: [number(corrected['s1']), number(corrected['s2'])],
      atMillis: millis(corrected['at']),
    };
  }, object(value)['corrected']),
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

/** The backend of a venue's results. */
export const resultsBackend = ({ call, change, headers }: Requests): ResultsBackend => {
  return {
    listResults: async ({ fromMillis, toMillis, ...query }) => {
      const answer = object(
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
      const nearest = orNull(object, answer['nearest']);
      return {
        live: listOf(readResult, answer['live']),
        results: listOf(readResult, answer['results']),
        next: orNull(text, answer['next']),
        nearest: {
          beforeMillis: orNull(millis, nearest?.['before']),
          afterMillis: orNull(millis, nearest?.['after']),
        },
        due: number(answer['due']),
        serverMillis: millis(answer['server_time']),
      };
    },
    countResults: async (instants) =>
      listOf(number, await call('count_results', { instants: instants.map(iso) })),
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
    deleteResult: async (id) => oneOf(['deleted', 'current'] as const, await call('delete_result', { id })),
    foldDue: async () => number(object(await askToFold(await headers()))['folded']),
  };
};
