import type { Branding, Sponsor } from '../branding/branding.ts';
import type { Look } from './look.ts';

/** How long a sponsor is shown, in milliseconds. */
export const SPONSOR_MILLIS = 8000;

/** The sponsors for a turn, at most `atOnce`, rotating in order. */
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

/** Whether a look shows sponsors and there are any. */
export const isSponsored = ({ sponsors }: Pick<Look, 'sponsors'>, branding: Branding): boolean =>
  sponsors && branding.sponsors.length > 0;
