/** The losses of a rack in every pool game. */
export const RACK_LOSSES = ['threeFouls', 'conceded', 'forfeit'] as const;
