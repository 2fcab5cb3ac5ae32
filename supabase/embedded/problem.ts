/** What keeps the embedded default from starting, in one sentence for the person who started it. */
export class StartProblem extends Error {}

/** Data that can't be used as it is. The message is a clause, such as "secrets.json is missing". */
export class Damage extends StartProblem {}

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
