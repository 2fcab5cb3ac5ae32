import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { AccountError, messageOf, StartProblem } from '../http/problem.ts';

/**
 * Reads a program's options, and at most `most` other arguments. `--help` prints `usage` and ends the program. Throws
 * StartProblem for anything else, with the usage.
 */
export const readOptions = <Options extends ParseArgsOptionsConfig>(
  usage: string,
  { options, most = 0 }: { readonly options: Options; readonly most?: number },
) => {
  const problem = (message: string): StartProblem => new StartProblem(`${message}\n\n${usage}`);
  const parse = () => {
    try {
      return parseArgs({
        options: { ...options, help: { type: 'boolean', short: 'h', default: false } },
        allowPositionals: true,
      });
    } catch (error) {
      // Node adds how to pass a positional argument that looks like an option.
      throw problem(`${messageOf(error).replace(/\. To specify.*/s, '')}.`);
    }
  };
  const { values, positionals } = parse();
  if ('help' in values && values.help === true) {
    console.log(usage);
    process.exit(0);
  }
  const extra = positionals[most];
  if (extra !== undefined) throw problem(`There is one argument too many: "${extra}".`);
  return { values, positionals };
};

/** Runs a program's main function. A problem that a person can mend is printed as its sentence. */
export const runProgram = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main();
  } catch (error) {
    const isExpected = error instanceof StartProblem || error instanceof AccountError;
    console.error(isExpected ? messageOf(error) : error);
    process.exitCode = 1;
  }
};
