import type { Notice } from './shown.ts';

/** How many balls of a break fit in the bar beneath a name: alone, beside another notice, beside the longest notice. */
const BALLS = { alone: 12, beside: 6, besideRequired: 3 } as const;
/** How many fewer fit beside a shot clock. */
const BALLS_FOR_SHOT = 3;

/** How many balls of a break the bar shows beside a side's other notices and a shot clock. */
export const ballsInBar = (notices: readonly Notice[], shot: boolean): number => {
  const room = notices.some(({ kind }) => kind === 'required')
    ? BALLS.besideRequired
    : notices.length > 1
      ? BALLS.beside
      : BALLS.alone;
  return shot ? room - BALLS_FOR_SHOT : room;
};
