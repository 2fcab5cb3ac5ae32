/** The balls that pool is played with, which changes how a board is drawn and nothing else; a page that draws needs no rules. */
export const BALL_SETS = ['solidsAndStripes', 'redsAndYellows'] as const;
