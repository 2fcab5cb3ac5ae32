import type { Numbers, Step } from '../../rules/game.ts';
import type { AnyGame } from '../../games/games.ts';
import { isRefusal, SIDES } from '../../rules/rules.ts';
import { applyAction, type Line } from './fold.ts';
import type { KnownAction } from '../../rules/log.ts';

/** How long racks or frames took, in seconds. */
export interface Durations {
  readonly average: number;
  readonly shortest: number;
  readonly longest: number;
}

/** Figures for both sides, in display order, and durations. */
export interface Statistics {
  readonly rows: Numbers['rows'];
  /** The rows in which less is better. */
  readonly faults: Numbers['faults'];
  /** Null until the first one ends. */
  readonly durations: Durations | null;
}

const durationsOf = (millis: readonly number[]): Durations | null => {
  if (millis.length === 0) return null;
  const seconds = millis.map((one) => Math.max(0, Math.round(one / 1000)));
  return {
    average: Math.round(seconds.reduce((sum, one) => sum + one, 0) / seconds.length),
    shortest: Math.min(...seconds),
    longest: Math.max(...seconds),
  };
};

/** Each counted line, with the states before and after it. */
const stepsOf = (
  game: AnyGame,
  start: object,
  lines: readonly Line<KnownAction>[],
): readonly Step<object, { readonly kind: string }>[] => {
  let before = start;
  return lines.flatMap(({ fate, effective, action }) => {
    const move = fate.status === 'counts' ? game.read(effective.kind, effective.body) : null;
    const after = applyAction(game, before, effective);
    if (!move || isRefusal(after)) return [];
    const step = { move, before, after, atMillis: action.atMillis };
    before = after;
    return [step];
  });
};

/** A match's statistics, without rows that are 0 on both sides; null for a game that has none. */
export const statisticsOf = (
  game: AnyGame,
  start: object,
  lines: readonly Line<KnownAction>[],
  startedAtMillis: number,
): Statistics | null => {
  const steps = stepsOf(game, start, lines);
  if (!game.statistics || steps.length === 0) return null;
  const { rows, always, faults, millis } = game.statistics(start, steps, startedAtMillis);
  return {
    rows: rows.filter(([name, values]) => always.includes(name) || SIDES.some((side) => values[side] > 0)),
    faults,
    durations: durationsOf(millis),
  };
};
