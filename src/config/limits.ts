/** Longest player name, in Unicode code points; the database checks the same number. */
export const NAME_LIMIT = 60;

/** Largest score or race-to value, either side of zero for scores; the database checks the same number. */
export const SCORE_LIMIT = 9999;

export const PASSWORD_MIN_LENGTH = 6;

/** bcrypt, by which Supabase keeps passwords, reads no more bytes of one. */
export const PASSWORD_MAX_BYTES = 72;

/** Carousels advance after this long. */
export const CAROUSEL_INTERVAL_MILLIS = 4000;

/** The overlay looks at its clock this often, and paints only when a digit has changed. */
export const CLOCK_REDRAW_MILLIS = 250;

/** The tables that the snapshot page offers where its address names none. */
export const DEFAULT_TABLES = ['b1', 'b2', 'b3', 'b4', 'b5'] as const;
