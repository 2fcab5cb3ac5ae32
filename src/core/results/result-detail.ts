import { otherSide, SIDES, type Side } from '../../rules/rules.ts';
import { isObject, number, objects, text, type Body } from '../../rules/read.ts';
import type { PlayedUnit, ResultDetail } from './result.ts';

/** Parses a result's detail. Unreadable parts are left out, because the score is right without them. */

export const side = (value: unknown): Side | null => SIDES.find((name) => name === value) ?? null;

const positive = (value: unknown): number | null => (number(value) > 0 ? number(value) : null);
const pair = (value: unknown): readonly [number, number] =>
  Array.isArray(value) ? [number(value[0]), number(value[1])] : [0, 0];

const parseHigh = (value: unknown): PlayedUnit['high'] => {
  const high = isObject(value) ? value : {};
  const by = side(high['side']);
  return by && { side: by, points: number(high['points']) };
};

const parseUnit = ({ winner: won, points, how, high, ended_at: ended }: Body): PlayedUnit[] => {
  const winner = side(won);
  if (winner === null) return [];
  return [
    {
      winner,
      points: Array.isArray(points) ? pair(points) : null,
      how: typeof how === 'string' ? how : null,
      high: parseHigh(high),
      endedAtMillis: Date.parse(text(ended)),
    },
  ];
};

/** A match's frames or racks. */
export const parseUnits = (value: unknown): readonly PlayedUnit[] => objects(value).flatMap(parseUnit);

const exchangedUnit = ({ winner, points, high, ...unit }: PlayedUnit): PlayedUnit => ({
  ...unit,
  winner: otherSide(winner),
  points: points && [points[1], points[0]],
  high: high && { ...high, side: otherSide(high.side) },
});

/** The frames and statistics after a correction of the score: exchanged with the sides, or dropped. */
const corrected = (detail: ResultDetail, sides: unknown): ResultDetail => {
  if (sides === 'same') return detail;
  if (sides !== 'exchanged') return { ...detail, units: [], rows: [] };
  return {
    ...detail,
    units: detail.units.map(exchangedUnit),
    handicap: detail.handicap && [detail.handicap[1], detail.handicap[0]],
    rows: detail.rows.map(({ name, values: [a, b] }) => ({ name, values: [b, a] })),
  };
};

/** `sides` comes from `private.corrected_sides`, and says how the detail relates to the corrected score. */
export const parseResultDetail = (value: unknown, sides: unknown): ResultDetail => {
  const detail = isObject(value) ? value : {};
  const read: ResultDetail = {
    event: text(detail['event']),
    units: parseUnits(detail['units']),
    rows: objects(detail['rows']).map(({ name, values }) => ({
      name: text(name) as ResultDetail['rows'][number]['name'],
      values: pair(values),
    })),
    faults: Array.isArray(detail['faults']) ? detail['faults'].map(text) : [],
    bestOf: positive(detail['best_of']),
    minutes: positive(detail['minutes']),
    handicap: Array.isArray(detail['handicap']) ? pair(detail['handicap']) : null,
  };
  return corrected(read, sides);
};
