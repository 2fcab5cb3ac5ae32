/** What a hand feels after a tap, in milliseconds of shaking and rest. Nothing relies on it. */
const PATTERNS = {
  pot: [10],
  end: [20],
  foul: [20, 40, 20],
  undo: [40],
  refused: [60, 60, 60],
} as const;

export type Feeling = keyof typeof PATTERNS;

export const feel = (feeling: Feeling): void => {
  if ('vibrate' in navigator) navigator.vibrate([...PATTERNS[feeling]]);
};
