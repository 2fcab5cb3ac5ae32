import { shownOf, type GameName } from '../../games/boards.ts';
import { gameEndings } from '../../games/endings.ts';
import { GAMES } from '../../games/games.ts';
import { applyAction, fold, type Line } from '../match/fold.ts';
import type { Action, KnownAction } from '../../rules/log.ts';
import { statisticsOf } from '../match/statistics.ts';
import type { Shown } from '../../rules/shown.ts';
import { isObject } from '../../rules/read.ts';
import { isRefusal, SIDES, type Side } from '../../rules/rules.ts';
import type { PlayedUnit, ResultDetail } from './result.ts';

/** A match's log, as stored. */
export interface StoredMatch {
  readonly startedAtMillis: number;
  /** The format, as the game's `readFormat` takes it. */
  readonly start: unknown;
  /** In the server's order. Their times may decrease. */
  readonly entries: readonly (Action & { readonly seq: number; readonly atMillis: number })[];
}

/** A match's result, computed from its log alone. */
export interface FoldedResult {
  readonly names: readonly [string, string];
  readonly scores: readonly [number, number];
  readonly raceTo: number;
  readonly winner: Side | null;
  readonly startedAtMillis: number;
  readonly lastAtMillis: number;
  readonly endedAtMillis: number | null;
  readonly detail: ResultDetail;
  /** Whether the scores count racks or frames. */
  readonly countsUnits: boolean;
  /** Whether the game's rules end a match. */
  readonly canEnd: boolean;
}

/** A table's board is often set up long before the first ball. */
const SET_UP_MILLIS = 15 * 60_000;

/** The most frames or racks that fit into a result beside everything else: enough for a race to 50. */
const UNITS_LIMIT = 100;

/** Whether an action is part of play: names alone make no match. */
const isPlay = ({ kind, body }: Line['effective']): boolean =>
  kind !== 'set' ||
  (isObject(body['changes']) &&
    Object.keys(body['changes']).some((field) => !['p1', 'p2', 'event'].includes(field)));

/** The entries with times that never go back. */
const timed = (entries: StoredMatch['entries']): readonly KnownAction[] => {
  let latest = -Infinity;
  return entries.map((entry) => {
    latest = Math.max(latest, entry.atMillis);
    return { ...entry, atMillis: latest, by: null, own: false };
  });
};

/** The side that won a rack or frame between two states, if exactly one was won. */
const wonBy = (before: Shown, after: Shown): Side | null => {
  const [a, b] = [after.wins[0] - before.wins[0], after.wins[1] - before.wins[1]];
  if (a + b !== 1 || a * b !== 0) return null;
  return a === 1 ? 'A' : 'B';
};

/** Folds a match's log to its result; null if nothing was played, or the game can't read it. */
export const foldResult = (
  name: GameName,
  { start, startedAtMillis, entries }: StoredMatch,
): FoldedResult | null => {
  const game = GAMES[name];
  const { wins, losses } = gameEndings(name);
  const format = game.readFormat(start);
  if (format === null) return null;
  const initial = game.start(format);
  const { state, lines } = fold(game, initial, timed(entries));
  const counting = lines.filter(({ fate, effective }) => fate.status === 'counts' && isPlay(effective));
  const [first, last] = [counting[0], counting.at(-1)];
  if (!first || !last) return null;

  const units: PlayedUnit[] = [];
  let high: PlayedUnit['high'] = null;
  let endedAtMillis: number | null = null;
  let before = { state: initial, shown: shownOf(game.board(initial)) };
  for (const { fate, effective, action } of lines) {
    if (fate.status !== 'counts') continue;
    const next = applyAction(game, before.state, effective);
    if (isRefusal(next)) continue;
    const shown = shownOf(game.board(next));
    const at = shown.at ?? before.shown.at;
    const points = shown.break?.count ?? 0;
    if (at !== null && points > (high?.points ?? 0)) high = { side: at, points };
    const winner = shown.unit !== null && effective.kind !== 'set' ? wonBy(before.shown, shown) : null;
    if (winner !== null) {
      // As read by the rules: a body may contain anything.
      const move = game.read(effective.kind, effective.body);
      const how =
        move !== null && 'how' in move ? move.how : [...wins, ...losses].find((kind) => kind === move?.kind);
      units.push({
        winner,
        points: shown.frames === null ? null : shown.scores,
        how: typeof how === 'string' ? how : null,
        high,
        endedAtMillis: action.atMillis,
      });
      high = null;
    }
    if (!shown.over) endedAtMillis = null;
    else endedAtMillis ??= action.atMillis;
    before = { state: next, shown };
  }

  const { p1, p2, event = '', s1, s2, raceTo } = game.board(state);
  const { unit, over, winner, bestOf, minutes, handicap } = before.shown;
  const statistics = statisticsOf(game, initial, lines, startedAtMillis);
  return {
    names: [p1, p2],
    scores: [s1, s2],
    raceTo,
    winner: over ? winner : null,
    startedAtMillis: Math.max(startedAtMillis, first.action.atMillis - SET_UP_MILLIS),
    lastAtMillis: last.action.atMillis,
    endedAtMillis,
    detail: {
      event,
      units: units.length <= UNITS_LIMIT ? units : [],
      rows: (statistics?.rows ?? []).map(([name, values]) => {
        const [a = 0, b = 0] = SIDES.map((side) => values[side]);
        return { name, values: [a, b] };
      }),
      faults: statistics?.faults ?? [],
      bestOf,
      minutes,
      handicap,
    },
    countsUnits: unit !== null,
    canEnd: !game.isTyped,
  };
};
