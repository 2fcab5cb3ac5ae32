/** The ways in which the losing side can lose a rack. */
export const RACK_LOSSES = [
  'earlyEight',
  'scratchOnEight',
  'wrongPocket',
  'threeFouls',
  'conceded',
  'forfeit',
] as const;

/** The moves that end a frame before its last ball; results mention them. */
export const FRAME_ENDINGS = ['concede', 'award'] as const;

/** Whether this ending was caused by the loser. */
export const isLoss = (how: string): boolean => how === 'concede' || RACK_LOSSES.some((loss) => loss === how);
