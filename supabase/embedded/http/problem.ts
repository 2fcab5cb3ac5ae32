/** Why the embedded server can't start, in a sentence for the person who started it. */
export class StartProblem extends Error {}

/** Why an account can't be made or changed, in a sentence for its owner. */
export class AccountError extends Error {}

/** Data that can't be used as it is. The message is a clause, such as "secrets.json is missing". */
export class Damage extends StartProblem {}

/** Advice for when the data folder's disk or quota is full. */
export const noRoomIn = (folder: string): string =>
  `There is no room left for ${folder}: make some on its disk.`;

/** The message of a thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether the database was unreachable: it just ended, or is starting. The statement may have run. */
export const isUnavailable = (error: unknown): boolean => {
  const { code = '', message = '', syscall } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return (
    /^(08(?!P01)|57P)/.test(code) ||
    ['ECONNRESET', 'EPIPE'].includes(code) ||
    (syscall === 'connect' && ['ENOENT', 'ECONNREFUSED'].includes(code)) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      message,
    )
  );
};
