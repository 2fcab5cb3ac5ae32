/** The choices for keeping logs, in days; 0 is for ever. */
const CHOICES = [30, 90, 180, 365, 730, 1825, 0] as const;

/** The choices in ascending order, including the venue's current value. */
export const keepLogChoices = (kept: number): readonly number[] => {
  const last = (days: number): number => (days === 0 ? Infinity : days);
  return [...new Set([...CHOICES, kept])].sort((one, other) => last(one) - last(other));
};
