import { createAskSupabase } from '../../functions/_shared/hosted-api.ts';
import { callHosted } from '../../functions/_shared/hosted-database.ts';
import { createFileCheck, LineProblem, readLines, TOO_MANY, type Line } from '../data/account-file.ts';
import { administer } from './administer.ts';
import { AccountError } from '../http/problem.ts';
import { dataFolder } from '../data/paths.ts';
import { messageOf } from '../http/problem.ts';
import { readOptions, runProgram } from './program.ts';
import { IMPORT_PATH } from './administration.ts';

/**
 * `npm run import -- <file> <email>` imports an account's file into an account. All lines are checked before any is
 * stored. Existing rows stay, so the same file can be imported again, also after a failure.
 */

const USAGE =
  'npm run import -- account.jsonl name@example.com    imports an exported account into another one';

/** How much a request carries. */
const MOST_LINES = 200;
const MOST_BYTES = 500_000;

/** The arguments of `import_lines`. */
interface Request {
  readonly email: string;
  readonly lines: readonly Line['content'][];
  readonly stores: boolean;
}

type Send = (request: Request) => Promise<{ readonly index: number; readonly problem: string } | null>;

/** The database's problems with a line, as clauses. */
const PROBLEMS: Readonly<Record<string, string>> = {
  shape: 'it is not as docs/export.md says',
  taken: 'what it names belongs to another account, or is another match here',
  many: TOO_MANY,
};

/** Sends lines in requests of a moderate size. Throws AccountError or LineProblem. */
const createSender = (send: Send, email: string, stores: boolean) => {
  let waiting: Line[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const lines = waiting;
    [waiting, bytes] = [[], 0];
    if (!lines.length) return;
    const refused = await send({ email, lines: lines.map(({ content }) => content), stores });
    if (!refused) return;
    if (refused.problem === 'nobody')
      throw new AccountError(`There is no account of ${email}: make it with npm run owner -- add ${email}.`);
    throw new LineProblem(lines[refused.index]?.number ?? 0, PROBLEMS[refused.problem] ?? refused.problem);
  };
  return {
    add: async (line: Line): Promise<void> => {
      if (waiting.length >= MOST_LINES || bytes + line.bytes > MOST_BYTES) await flush();
      waiting.push(line);
      bytes += line.bytes;
    },
    flush,
  };
};

const checkFile = async (file: string, email: string, send: Send): Promise<void> => {
  const { check, end } = createFileCheck();
  const sender = createSender(send, email, false);
  let last = 1;
  for await (const line of readLines(file)) {
    check(line);
    await sender.add(line);
    last = line.number;
  }
  end(last);
  await sender.flush();
};

/** Stores every line, boards after the matches that they show. Returns how many of each type there were. */
const storeFile = async (file: string, email: string, send: Send): Promise<ReadonlyMap<unknown, number>> => {
  const sender = createSender(send, email, true);
  const counts = new Map<unknown, number>();
  const boards: Line[] = [];
  for await (const line of readLines(file)) {
    const { type } = line.content;
    counts.set(type, (counts.get(type) ?? 0) + 1);
    if (type === 'board') boards.push(line);
    else await sender.add(line);
  }
  for (const board of boards) await sender.add(board);
  await sender.flush();
  return counts;
};

const importFile = async (file: string, email: string, send: Send): Promise<void> => {
  await checkFile(file, email, send);
  const counts = await storeFile(file, email, send);
  const count = (type: string): number => counts.get(type) ?? 0;
  console.log(
    `${file} is imported into the account of ${email}: ${count('table')} tables, ${count('player')} players, ` +
      `${count('match')} matches, ${count('result')} results.`,
  );
};

/** A hosted project's database, with its secret key. */
const hosted = (url: string): Send => {
  const key = process.env['SUPABASE_SECRET_KEY'];
  if (!key) {
    throw new AccountError(
      'Set SUPABASE_SECRET_KEY to the secret key of the project at PUBLIC_SUPABASE_URL.',
    );
  }
  const ask = createAskSupabase(url, key);
  return async (request) =>
    (await callHosted(ask, 'import_lines', { ...request })) as Awaited<ReturnType<Send>>;
};

const main = async (): Promise<void> => {
  const [file, email] = readOptions(USAGE, { options: {}, most: 2 }).positionals;
  if (!file || !email) throw new AccountError(USAGE);
  const url = process.env['PUBLIC_SUPABASE_URL'];
  if (url) {
    await importFile(file, email, hosted(url));
    return;
  }
  await administer(dataFolder(), (ask) =>
    importFile(
      file,
      email,
      async (request) => (await ask(IMPORT_PATH, JSON.stringify(request))) as Awaited<ReturnType<Send>>,
    ),
  );
};

/** What a file's problem means to the person who imports it. */
const named = (error: unknown): unknown => {
  if (error instanceof LineProblem)
    return new AccountError(
      `Nothing was imported: line ${error.line} can't be read, because ${error.message}.`,
    );
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    return new AccountError(`There is no such file: ${messageOf(error)}.`);
  return error;
};

await runProgram(() =>
  main().catch((error: unknown) => {
    throw named(error);
  }),
);
