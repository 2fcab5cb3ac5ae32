/** What `tests/real/faults/killed.test.ts` saw, for the site's pages. A test compares it with `tests/real/README.md`. */
export const TESTED = {
  /** How often the server was killed in mid-match. */
  kills: 50,
  /** How many taps were made meanwhile. All were kept, once. */
  taps: 807,
  /** The test fails if a board is right any later after the server's return. */
  seconds: 2,
} as const;
