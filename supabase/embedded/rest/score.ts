import { DatabaseError, sqlStateOf } from '../../functions/_shared/database-error.ts';
import { createScoreHandler, TURNS } from '../../functions/score/handler.ts';
import type { Caller as Asking, ScoreDatabase } from '../../functions/score/ports.ts';
import { bearerOf } from '../auth/request.ts';
import { isApiKey, type VerifyToken } from '../auth/tokens.ts';
import type { Call, Caller } from '../data/calls.ts';
import { createFairQueue } from '../http/fair-queue.ts';
import { refusalOf } from '../http/http.ts';
import { createLimiter, holdBack } from '../http/limits.ts';
import { printFailure } from '../http/log.ts';
import { quoted } from '../../functions/_shared/log-line.ts';
import { messageOf } from '../http/problem.ts';
import { DEVICE_HEADER } from './rest.ts';
import type { WebHandler } from '../http/web-handler.ts';

/** The path that the service answers under. */
export const SCORE_PATH = '/functions/v1/score';

/** Requests per address: as many as REST allows visitors. */
const REQUESTS = { points: 3000, duration: 10 };

interface Options {
  readonly call: Call;
  readonly verifyToken: VerifyToken;
}

/** The database's functions, called as PostgREST would. */
export const createScoreDatabase = ({ call, verifyToken }: Options): ScoreDatabase => {
  const callAs = async (
    name: string,
    values: Readonly<Record<string, unknown>>,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<unknown> => {
    try {
      const args = { names: Object.keys(values), json: JSON.stringify(values) };
      const answer = await call(name, args, caller, signal);
      return answer === undefined ? null : (JSON.parse(answer) as unknown);
    } catch (error) {
      const code = sqlStateOf(error);
      throw (
        refusalOf(error) ??
        (code === undefined ? error : new DatabaseError(code, messageOf(error), { cause: error }))
      );
    }
  };

  /** The caller with these headers. Throws PostgREST's refusal. */
  const callerOf = async ({ authorization, device }: Asking): Promise<Caller> => {
    const headers = device === undefined ? {} : { [DEVICE_HEADER]: device };
    if (authorization === undefined) return { role: 'anon', headers };
    const token = bearerOf(authorization);
    if (token !== undefined && isApiKey(token)) return { role: 'anon', headers };
    const verified = token === undefined ? null : await verifyToken(token);
    if (verified?.role !== 'authenticated')
      throw new DatabaseError('PGRST301', 'No suitable key or wrong key type');
    return { role: 'authenticated', claims: verified.claims, headers };
  };

  return {
    call: async (name, values, asking, signal) => callAs(name, values, await callerOf(asking), signal),
    callAsService: (name, values, signal) => callAs(name, values, { role: 'service_role' }, signal),
  };
};

/** Answers requests under {@link SCORE_PATH}: the score service in the embedded server. Throws a 429. */
export const createScore = (options: Options): WebHandler => {
  const requests = createLimiter(REQUESTS);
  const handle = createScoreHandler({
    database: createScoreDatabase(options),
    // Two at once keep sessions free for scorers' devices.
    turns: createFairQueue(TURNS),
    now: Date.now,
    report: (what, error) => printFailure(quoted(what), error),
  });
  return async (request, address) => {
    await requests.take(address);
    const response = await handle(request, address);
    await holdBack(response);
    return response;
  };
};
