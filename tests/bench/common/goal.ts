/** A figure beside its goal: at most so much. */
export const against = (value: number, goal: number, digits = 1): Record<string, string> => ({
  measured: value.toFixed(digits),
  goal: `≤ ${goal}`,
  holds: value <= goal ? 'yes' : 'NO',
});
