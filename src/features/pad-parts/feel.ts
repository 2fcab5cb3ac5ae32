import { vibrate } from '../../browser/vibrate.ts';

/** Vibration patterns for taps and the shot clock, in milliseconds on and off. Purely supplementary. */
const PATTERNS = {
  pot: [10],
  end: [20],
  foul: [20, 40, 20],
  undo: [40],
  refused: [60, 60, 60],
  warning: [120],
  lastSeconds: [30],
  timeOver: [250],
} as const;

export type Feeling = keyof typeof PATTERNS;

export const feel = (feeling: Feeling): void => vibrate(PATTERNS[feeling]);
