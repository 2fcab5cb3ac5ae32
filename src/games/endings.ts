/** How a rack was lost by the side that it doesn't go to. */
export const RACK_LOSSES = [
  'earlyEight',
  'scratchOnEight',
  'wrongPocket',
  'threeFouls',
  'conceded',
  'forfeit',
] as const;

/** The moves that end a frame otherwise than by its balls; a result says them. */
export const FRAME_ENDINGS = ['concede', 'award'] as const;

/** Whether a frame or rack ended like this by the loser's doing. */
export const isLoss = (how: string): boolean => how === 'concede' || RACK_LOSSES.some((loss) => loss === how);
