import { existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Trouble } from '../../../src/core/site/health.ts';
import { checkFolder } from '../data/data-folder.ts';
import { FolderInUse, lockFolder } from '../data/folder-lock.ts';
import type { Health } from './health.ts';
import { networkOrigins, portProblem, readPort } from './host.ts';
import { readOptions, runProgram } from './program.ts';
import { DATA, dataFolder, secondPlace } from '../data/paths.ts';
import { chooseIdentity, findPrograms } from '../data/postgres.ts';
import { formatVersion, programVersion } from './version.ts';
import { messageOf, noRoomIn, StartProblem } from '../http/problem.ts';

/**
 * `npm run doctor` reports an installation's problems and how to fix them, whether its server runs or not. It changes
 * nothing.
 */

/** One check's finding. If it isn't fine, the sentence says what to do. */
export interface Finding {
  readonly fine: boolean;
  readonly message: string;
}

const fine = (message: string): Finding => ({ fine: true, message });
const wrong = (message: string): Finding => ({ fine: false, message });

const NODE_MAJOR = 24;
/** Packages with separate programs for each system. */
const NATIVE = ['sharp', 'bcrypt', 'pg', '@supabase/lite'];
/** A clock may be off by this much. */
const CLOCK_MILLIS = 60_000;

type Findings = Finding | Finding[];

/** Turns an error that a check throws into a finding. */
const attempt = async (look: () => Findings | Promise<Findings>): Promise<Finding[]> => {
  try {
    return [await look()].flat();
  } catch (error) {
    return [wrong(error instanceof StartProblem ? messageOf(error) : `${messageOf(error)}.`)];
  }
};

const lookAtNode = (): Finding => {
  const { version } = process;
  return Number(/\d+/.exec(version)?.[0]) >= NODE_MAJOR
    ? fine(`Node ${version}.`)
    : wrong(
        `This is Node ${version}: run it with npm run, which takes the Node ${NODE_MAJOR} that npm ci brings.`,
      );
};

const lookAtModules = async (): Promise<Finding> => {
  for (const name of NATIVE) {
    try {
      await import(name);
    } catch (error) {
      return wrong(`The module ${name} can't be loaded (${messageOf(error)}): run npm ci on this system.`);
    }
  }
  await findPrograms();
  return fine('PostgreSQL and the other modules are there.');
};

/** A running server's own report. */
const askServer = async (address: string): Promise<Health | undefined> => {
  try {
    const answer = (await (
      await fetch(new URL('/health', address), { signal: AbortSignal.timeout(5000) })
    ).json()) as Partial<Health>;
    return answer.troubles ? (answer as Health) : undefined;
  } catch {
    return undefined;
  }
};

/** Advice for each trouble of a running server. */
const ADVICE: Readonly<Record<Exclude<Trouble, 'copy' | 'second' | 'disk'>, string>> = {
  database: 'Its database does not answer: look at its log, and restart it if that lasts.',
  realtime:
    'Its Realtime hears nothing from the database, so screens don’t follow: restart it if that lasts.',
};

const lookAtServer = async (address: string): Promise<Finding[]> => {
  const health = await askServer(address);
  if (!health) return [wrong(`The server at ${address} does not say how it is: restart it.`)];
  return [
    fine(`The server runs at ${address}, version ${formatVersion(health)}.`),
    ...health.troubles.flatMap((trouble) =>
      trouble in ADVICE ? [wrong(ADVICE[trouble as keyof typeof ADVICE])] : [],
    ),
    ...[health.copy?.failed, health.second?.failed].flatMap((failed) => (failed ? [wrong(failed)] : [])),
  ];
};

const lookAtPort = (port: number): Promise<Finding> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(wrong(portProblem(port, error)));
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => resolve(fine(`Port ${port} is free.`)));
    });
  });

/** Checks an existing data folder; `running` is its server's address. */
const lookAtFolder = (folder: string): { finding: Finding; running?: string | undefined } => {
  try {
    chooseIdentity(join(folder, DATA.database));
    const lock = lockFolder(folder);
    try {
      const state = checkFolder(folder) ? 'is complete' : 'is empty yet';
      const secrets = join(folder, DATA.secrets);
      const isOpen = existsSync(secrets) && (statSync(secrets).mode & 0o077) !== 0;
      if (process.platform !== 'win32' && isOpen) {
        return {
          finding: wrong(`Other accounts of this computer can read ${secrets}: run chmod go= ${secrets}.`),
        };
      }
      return { finding: fine(`The data folder ${folder} ${state}.`) };
    } finally {
      lock.release();
    }
  } catch (error) {
    if (error instanceof FolderInUse && error.address !== undefined)
      return { finding: fine(`The data folder ${folder} is in use by its server.`), running: error.address };
    if (!(error instanceof StartProblem)) return { finding: wrong(`${folder}: ${messageOf(error)}.`) };
    const message = messageOf(error);
    return {
      finding: wrong(
        message.endsWith('.')
          ? message
          : `The data in ${folder} is damaged: ${message}. npm run restore lists the copies.`,
      ),
    };
  }
};

/** The nearest folder above that exists. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

const lookAtCopies = async (folder: string, now: Date): Promise<Finding[]> => {
  const { checkDisk, copiesState } = await import('../data/copies.ts');
  const { isCopyFine, copyHealth } = await import('./health.ts');
  const place = secondPlace();
  const { second, ...own } = copiesState(folder, place, now);
  const describe = (where: string, state: typeof own): Finding => {
    const health = copyHealth(state, now);
    if (health.last === null) return fine(`There is no copy ${where} yet: a running server takes one a day.`);
    const copy = `The last copy ${where} is of ${health.last.slice(0, 16).replace('T', ' ')} UTC`;
    if (!isCopyFine(health))
      return wrong(`${copy}: let npm start run, and look at its log if no newer one comes.`);
    return fine(`${copy}${health.checked ? ', and was opened' : ''}.`);
  };
  return [
    describe('beside the data', own),
    ...(await attempt(() => {
      if (second === null || place === undefined)
        return fine(
          'Copies are on this disk only: CUEBOARD_COPIES=<a folder on another disk> keeps them there, too.',
        );
      checkDisk(place, existing(folder));
      return describe(`in ${place}`, second);
    })),
  ];
};

const lookAtClock = async (folder: string, now: Date): Promise<Finding> => {
  const { listCopies } = await import('../data/copies.ts');
  const mark = join(folder, DATA.mark);
  const times = [
    ...listCopies(folder, now).map(({ time }) => time.getTime()),
    ...(existsSync(mark) ? [statSync(mark).mtimeMs] : []),
    // The program itself.
    statSync(import.meta.filename).mtimeMs,
  ];
  const newest = Math.max(...times);
  return newest > now.getTime() + CLOCK_MILLIS
    ? wrong(
        `This computer says that it is ${now.toISOString()}, but has files of ${new Date(newest).toISOString()}: ` +
          'set its clock, and let it follow the network’s time.',
      )
    : fine(`The clock says ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC.`);
};

/** Checks everything, in the order in which the parts depend on each other. */
export const examine = async (now = new Date()): Promise<Finding[]> => {
  const node = [
    fine(`CueBoard ${formatVersion(programVersion())}.`),
    lookAtNode(),
    ...(await attempt(lookAtModules)),
  ];
  // The following checks need both.
  if (node.some((finding) => !finding.fine)) return node;
  const folder = dataFolder();
  const { finding, running } = existsSync(folder)
    ? lookAtFolder(folder)
    : { finding: fine(`There is no data folder ${folder} yet: the first npm start makes it.`) };
  const { freeBytesOf, LEAST_FREE_BYTES } = await import('./health.ts');
  const { isBuilt } = await import('./build.ts');
  return [
    ...node,
    finding,
    ...(running === undefined ? await attempt(() => lookAtPort(readPort())) : await lookAtServer(running)),
    ...(await attempt(async () => {
      const free = await freeBytesOf(existing(folder));
      return free < LEAST_FREE_BYTES
        ? wrong(noRoomIn(folder))
        : fine(`${Math.floor(free / 1e9)} GB are free for ${folder}.`);
    })),
    ...(await attempt(() => lookAtCopies(folder, now))),
    ...(await attempt(() => lookAtClock(folder, now))),
    fine(isBuilt() ? 'The site is built.' : 'The site is built by the next npm start.'),
    ...(await attempt(() => {
      const origins = networkOrigins(readPort());
      return fine(
        origins.length
          ? `On the network this computer is ${origins.join(', ')}: npm start -- --host answers there. Put an https ` +
              'proxy in front, with --behind-proxy, before others than your own devices can reach it.'
          : 'This computer is on no network: other devices can’t reach it.',
      );
    })),
  ];
};

const USAGE =
  'npm run doctor    says what is wrong with this installation, and what to do. It changes nothing.';

if (import.meta.main) {
  await runProgram(async () => {
    readOptions(USAGE, { options: {} });
    const findings = await examine();
    for (const { fine: isFine, message } of findings) console.log(`${isFine ? '✓' : '✗'} ${message}`);
    if (findings.some((finding) => !finding.fine)) process.exitCode = 1;
  });
}
