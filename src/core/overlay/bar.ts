import type { Notice } from './shown.ts';

/** Balls of a break for which the bar has room beneath a name: alone, beside another notice, and beside the longest. */
const BALLS = { alone: 12, beside: 6, besideRequired: 3 } as const;
/** What the shot clock takes of that. */
const BALLS_FOR_SHOT = 3;

/** How many balls of a break the bar shows beside what else it says of a side, and a shot clock. */
export const ballsInBar = (notices: readonly Notice[], shot: boolean): number => {
  const room = notices.some(({ kind }) => kind === 'required')
    ? BALLS.besideRequired
    : notices.length > 1
      ? BALLS.beside
      : BALLS.alone;
  return shot ? room - BALLS_FOR_SHOT : room;
};
