/** What keeps the embedded default from starting, in one sentence for the person who started it. */
export class StartProblem extends Error {}

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
