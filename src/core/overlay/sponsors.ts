import type { Sponsor } from './dressing.ts';

/** How long a sponsor is seen, in milliseconds. */
export const SPONSOR_MILLIS = 8000;

/** The sponsors of a turn, at most `atOnce`: all of them come in their order, over and over. */
export const sponsorsAt = (
  sponsors: readonly Sponsor[],
  turn: number,
  atOnce: number,
): readonly Sponsor[] => {
  const count = sponsors.length;
  const first = count > atOnce ? (turn * atOnce) % count : 0;
  return Array.from(
    { length: Math.min(atOnce, count) },
    (_, place) => sponsors[(first + place) % count],
  ).filter((sponsor) => sponsor !== undefined);
};
