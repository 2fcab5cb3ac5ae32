/** Longest player name, in Unicode code points; the database enforces the same limit. */
export const NAME_LIMIT = 60;

/** Largest score or race-to value (scores may be negative); the database enforces the same limit. */
export const SCORE_LIMIT = 9999;

/** The most of these that a venue has; of actions, that a request appends. The database has the same limits. */
export const MOST = {
  tables: 64,
  players: 500,
  mergedNames: 1000,
  sponsors: 20,
  actions: 200,
  tournaments: 1000,
} as const;

export const PASSWORD_MIN_LENGTH = 6;

/** Supabase hashes passwords with bcrypt, which reads no more bytes than this. */
export const PASSWORD_MAX_BYTES = 72;

/** How long carousels show each slide. */
export const CAROUSEL_INTERVAL_MILLIS = 4000;

/** How often overlays check their clock; they repaint only when a digit changes. */
export const CLOCK_REDRAW_MILLIS = 250;

/** The tables that the snapshot page offers if its address lists none. */
export const DEFAULT_TABLES = ['b1', 'b2', 'b3', 'b4', 'b5'] as const;
