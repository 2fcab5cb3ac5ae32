import { EMBEDDED_PUBLISHABLE_KEY } from '../config/backend.ts';
import { BackendError, failureOf } from '../core/failure.ts';
import { HEALTH_PATH, TROUBLES } from '../core/site/health.ts';
import {
  expectList,
  expectMillis,
  expectNumber,
  expectObject,
  expectOneOf,
  orNull,
  expectText,
} from './answers.ts';
import type { HealthBackend } from './contract.ts';
import { fetchBeside, type Requests } from './requests.ts';
import { ANSWER_TIMEOUT_MILLIS, settings } from './viewer.ts';

const readCopy = (value: unknown) => ({ lastMillis: orNull(expectMillis, expectObject(value)['last']) });

/** The backend for the server's health report. */
export const healthBackend = ({ headers }: Requests): HealthBackend => ({
  getHealth: async () => {
    const { url, key } = settings();
    if (key !== EMBEDDED_PUBLISHABLE_KEY) return null;
    const { status, body } = await fetchBeside(new URL(HEALTH_PATH, url), {
      headers: await headers(),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MILLIS),
    });
    const answer = expectObject(body);
    // The server answers 503 with its troubles. Any other failure has none.
    if (answer['troubles'] === undefined) {
      // PostgREST refuses a device with 401, because it has no session.
      throw new BackendError(failureOf({ ...answer, status: status === 401 ? 403 : status }));
    }
    return {
      troubles: expectList((one) => expectOneOf(TROUBLES, one), answer['troubles']),
      version: expectText(answer['version']),
      freeBytes: expectNumber(expectObject(answer['disk'])['freeBytes']),
      copy: orNull(readCopy, answer['copy']),
      second: orNull(readCopy, answer['second']),
    };
  },
});
