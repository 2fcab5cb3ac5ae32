import { foldResult, type FoldedResult } from '../../../src/core/results/fold-result.ts';
import type { Body } from '../../../src/rules/read.ts';
import { isGame } from '../../../src/games/boards.ts';
import { GAMES } from '../../../src/games/games.ts';
import { json, parseObject, type Asked, type Route } from './router.ts';

/** Pages ask for folding, and ask again if some is left, so one call needn't keep others waiting. */
const PATIENCE_MILLIS = 500;

/** The rules that this build has, by game. */
const RULES = Object.fromEntries(Object.entries(GAMES).map(([name, { version }]) => [name, version]));

/** An answer of `get_due`. */
interface Due {
  readonly game: string;
  readonly start: unknown;
  readonly started_at: string;
  readonly seq: number;
  readonly left_at: string | null;
  readonly entries: readonly {
    readonly seq: number;
    readonly id: string;
    readonly kind: string;
    readonly body: Body;
    readonly at: string;
  }[];
}

const iso = (millis: number): string => new Date(millis).toISOString();

/** A result as `store_result` takes it. */
const stored = ({
  names,
  scores,
  raceTo,
  winner,
  detail,
  countsUnits,
  canEnd,
  ...times
}: FoldedResult): object => ({
  p1: names[0],
  p2: names[1],
  s1: scores[0],
  s2: scores[1],
  race_to: raceTo,
  winner,
  over: times.endedAtMillis !== null,
  started_at: iso(times.startedAtMillis),
  last_at: iso(times.lastAtMillis),
  ended_at: times.endedAtMillis === null ? null : iso(times.endedAtMillis),
  detail: {
    ...(detail.event !== '' && { event: detail.event }),
    rows: detail.rows,
    faults: detail.faults,
    best_of: detail.bestOf,
    minutes: detail.minutes,
    ...(detail.handicap && { handicap: detail.handicap }),
    units: detail.units.map(({ winner: won, points, how, high, endedAtMillis }) => ({
      winner: won,
      ended_at: iso(endedAtMillis),
      // Without statistics that the game lacks, a race to 50 fits.
      ...(points && { points }),
      ...(how !== null && { how }),
      ...(high && { high }),
    })),
  },
  counts_units: countsUnits,
  can_end: canEnd,
});

/** Folds one match and stores its result. Returns whether it was stored: the log may have grown meanwhile. */
const foldOne = async (
  { ports: { database }, request: { signal } }: Asked,
  match: string,
): Promise<boolean> => {
  const due = (await database.callAsService('get_due', { match }, signal)) as Due | null;
  if (!due || !isGame(due.game)) return false;
  const { game, start, started_at, seq, left_at, entries } = due;
  const result = foldResult(game, {
    start,
    startedAtMillis: Date.parse(started_at),
    entries: entries.map(({ at, ...entry }) => ({ ...entry, atMillis: Date.parse(at) })),
  });
  const values = { match, seq, left_at, result: result && stored(result) };
  return (await database.callAsService('store_result', values, signal)) === 'stored';
};

/** Folds these matches, for half a second at most. Returns how many it folded. */
const foldAll = async (asked: Asked, matches: readonly string[]): Promise<number> => {
  const { now, report } = asked.ports;
  const until = now() + PATIENCE_MILLIS;
  let folded = 0;
  for (const match of matches) {
    try {
      if (await asked.inTurn(() => foldOne(asked, match))) folded += 1;
    } catch (error) {
      asked.request.signal.throwIfAborted();
      // A match that can't be stored now must not block the others.
      report('A match could not be folded', error);
    }
    if (now() >= until) break;
  }
  return folded;
};

/** Folds the due matches of the asking owner's or device's venue, and then removes logs that are too old. */
const foldVenue = async (asked: Asked): Promise<Response> => {
  const { request, ports, inTurn } = asked;
  const { database } = ports;
  const { signal } = request;
  const [authorization, device] = ['authorization', 'x-device'].map(
    (name) => request.headers.get(name) ?? undefined,
  );
  const due = await inTurn(() =>
    database.call('list_due', { rules: RULES }, { authorization, device }, signal),
  );
  const { venue_id, matches } = due as { readonly venue_id: string; readonly matches: readonly string[] };
  const folded = await foldAll(asked, matches);
  const purged = await inTurn(() => database.callAsService('purge_logs', { venue: venue_id }, signal));
  return json({ folded, purged });
};

/** Folds the due matches of one table, for viewers of its public page. The database limits how often. */
const foldTable = async (asked: Asked, table: string): Promise<Response> => {
  const values = { match_id: table, rules: RULES };
  const { ports, request, inTurn } = asked;
  const due = await inTurn(() => ports.database.callAsService('take_due', values, request.signal));
  return json({ folded: await foldAll(asked, (due as { readonly matches: readonly string[] }).matches) });
};

/** The due matches: of the table whose page `{table}` names, or of the asking venue. */
const foldDue = async (asked: Asked): Promise<Response> => {
  const { table } = parseObject(asked.text);
  return typeof table === 'string' ? foldTable(asked, table) : foldVenue(asked);
};

export const FOLD: Route = { method: 'POST', path: 'fold', answer: foldDue };
