import type { Scoring } from './scorers.ts';
import { DEMO } from '../../../supabase/embedded/ops/demo.ts';
import { openVenue } from '../wire-scorer.ts';
import { addAccount, getKnown, readCatalogue } from './known.ts';
import { drawPictures, oddRequests, pick, type OddRequest } from './requests.ts';
import { keepScoring } from './scorers.ts';
import { createSender, type Outcome } from './send.ts';

/**
 * Sends odd requests to everything that the embedded server answers, while two scorers save. Nothing that anybody
 * sends may be an error of the server, go without an answer, or touch what others save.
 */

/** Accounts of odd requests are replaced after this many, because the requests destroy their data. */
const BATCH = 5000;
const KEPT_FAILURES = 50;
/** Nothing takes a larger body. */
const PICTURE_LIMIT = 10 * 1024 * 1024;

export interface Options {
  /** Of the server, which runs on this machine. */
  readonly origin: string;
  /** Its data folder. */
  readonly folder: string;
  readonly seed: number;
  readonly requests: number;
  /** At a time. */
  readonly atOnce?: number;
  /** Sends the request of this number alone. */
  readonly only?: number | undefined;
  /** Awaited before every so many requests, with the number of those that were answered: none is on its way. */
  readonly every?: number;
  readonly progress?: (answered: number) => Promise<void>;
}

export interface Report {
  /** How many ended how, by target. */
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Errors of the server, the first ones in words. */
  readonly errors: readonly string[];
  readonly errorCount: number;
  readonly saveMillis: readonly number[];
  /** Saves that failed, or were found to be something else. */
  readonly failedSaves: readonly string[];
}

const excerpt = (text: string, characters = 300): string =>
  text.length > characters ? `${text.slice(0, characters)}… (${text.length} characters)` : text;

/** A request in one line, and what became of it. */
const lineOf = (number: number, request: OddRequest, { status, text }: Outcome): string => {
  const what =
    request.kind === 'http'
      ? [
          request.method,
          excerpt(request.path),
          excerpt(
            JSON.stringify(request.headers.filter(([name]) => !['authorization', 'apikey'].includes(name))),
            500,
          ),
        ]
      : [request.kind, excerpt(request.path)];
  const body =
    request.kind === 'http'
      ? [request.body?.toString() ?? '']
      : request.kind === 'broken'
        ? [request.bytes.toString('latin1')]
        : request.frames;
  return `#${number} as ${request.sender} from ${request.from}: ${what.join(' ')} ${body.map((part) => excerpt(JSON.stringify(part.toString()), 1000)).join(' ')} → ${status} ${excerpt(text)}`;
};

/** Whether an outcome is the server's fault. */
const isError = ({ kind }: OddRequest, { status, text }: Outcome): boolean => {
  if (typeof status === 'number') return status >= 500 || text.includes('Unknown Error');
  return status === 'silence' || (status === 'reset' && kind !== 'broken');
};

/** How the server is. */
const lookAt = async (origin: string): Promise<Outcome> => {
  const { status } = await fetch(`${origin}/health`);
  return status === 200
    ? { status: 'cut off', text: '' }
    : { status: 500, text: `/health answered ${status}` };
};

/**
 * Whether a body larger than anything that is taken ended with its connection. A refusal needn't wait for the rest of
 * it, and closing the connection may then reach the sender instead (RFC 9112, 9.6).
 */
const isCutOff = (request: OddRequest, { status }: Outcome): boolean =>
  status === 'reset' && request.kind === 'http' && (request.body?.length ?? 0) > PICTURE_LIMIT;

const classOf = (status: Outcome['status']): string =>
  typeof status === 'string'
    ? status
    : [101, 429].includes(status) || status >= 500
      ? String(status)
      : `${Math.floor(status / 100)}xx`;

export const fuzz = async ({
  origin,
  folder,
  seed,
  requests,
  only,
  atOnce = 24,
  every = BATCH,
  progress,
}: Options): Promise<Report> => {
  if (!['localhost', '127.0.0.1'].includes(new URL(origin).hostname)) throw new Error('Only this machine.');
  const catalogue = await readCatalogue(folder);
  const pictures = await drawPictures();
  const [picture] = pictures;
  const demo = await openVenue(origin, DEMO);
  const scorers: Scoring[] = [];
  for (const name of ['Amal', 'Badr'])
    scorers.push(await keepScoring(origin, await addAccount(origin, folder), name));
  const strangers = scorers.flatMap(({ tables }) => tables);
  const sender = createSender(origin);
  const outcomes: Record<string, Record<string, number>> = {};
  const errors: string[] = [];
  let errorCount = 0;

  const first = only ?? 0;
  const end = only === undefined ? requests : only + 1;
  for (let from = first; from < end; from += BATCH) {
    const known = await getKnown({ origin, folder, picture, demo, strangers, catalogue });
    const odd = oddRequests(catalogue, known, pictures);
    const until = Math.min(end, from + BATCH);
    let next = from;
    const sendUntil = async (last: number): Promise<void> => {
      while (next < last) {
        const number = next;
        next += 1;
        const request = pick(odd, seed, number);
        const sent = await sender.send(request);
        // The server must be healthy after a refusal.
        const outcome = isCutOff(request, sent) ? await lookAt(origin) : sent;
        const counted = (outcomes[request.target] ??= {});
        const kind = classOf(outcome.status);
        counted[kind] = (counted[kind] ?? 0) + 1;
        if (only !== undefined || isError(request, outcome)) {
          errorCount += 1;
          if (errors.length < KEPT_FAILURES) errors.push(lineOf(number, request, outcome));
        }
      }
    };
    while (next < until) {
      await progress?.(next);
      const last = Math.min(until, next + every);
      await Promise.all(Array.from({ length: atOnce }, () => sendUntil(last)));
    }
  }
  sender.close();
  const saves = await Promise.all(scorers.map(({ stop }) => stop()));
  const saveMillis = saves.flatMap(({ millis }) => millis);
  return {
    outcomes,
    errors,
    errorCount,
    saveMillis,
    failedSaves: saves.flatMap(({ failures }) => failures),
  };
};
