import { buildIfStale } from './build.ts';
import { networkOrigins, readPort } from './host.ts';
import { DIST, copiesKey, dataFolder, secondPlace } from '../data/paths.ts';
import { messageOf, StartProblem } from '../http/problem.ts';
import { readOptions, runProgram } from './program.ts';
import { DEMO, demoPassword } from './demo.ts';
import { startServer, type EmbeddedServer } from './server.ts';

/** `npm start` and `npm run dev`: the whole product on one port. */

/** Longest wait for open connections when stopping. */
const STOP_MILLIS = 8000;

const USAGE = `npm start -- [options]    runs the site and its backend (npm run dev: with changes shown at once)

  --host               answers other devices on the network, too
  --origin <address>   answers to this address, too, such as https://score.example; once for each
  --behind-proxy       believes a proxy on this computer about who asks
  --no-demo            makes no demo account

Settings: PORT, CUEBOARD_DATA, CUEBOARD_COPIES, CUEBOARD_COPIES_KEY. More: docs/run.md#settings`;

const readOrigin = (text: string): string => {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search) {
    throw new StartProblem(`--origin takes an address such as https://score.example, not "${text}".`);
  }
  return url.origin;
};

/**
 * Ends this process, and PostgreSQL with it, at once. `process.exit()` waits for V8's threads, one of which may wait for
 * a garbage collection that doesn't come any more, most likely while modules are loaded:
 * https://github.com/nodejs/node/issues/54918.
 */
const endBy = (signal: NodeJS.Signals): void => {
  process.emit('exit', 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
};

const main = async (): Promise<void> => {
  const { values } = readOptions(USAGE, {
    options: {
      dev: { type: 'boolean', default: false },
      host: { type: 'boolean', default: false },
      'behind-proxy': { type: 'boolean', default: false },
      origin: { type: 'string', multiple: true, default: [] },
      'no-demo': { type: 'boolean', default: false },
    },
  });
  const { dev: development, host: everywhere, 'behind-proxy': behindProxy } = values;
  const named = values.origin.map(readOrigin);
  if (development && behindProxy) throw new StartProblem('--behind-proxy is for npm start.');
  const port = readPort();
  const folder = dataFolder();
  const copies = { place: secondPlace(), key: copiesKey() };
  const demo = !values['no-demo'];
  const siteUrl = `http://localhost:${port}`;
  const network = everywhere ? networkOrigins(port) : [];
  const origins = [...network, ...named];
  const reached = () => [...named, ...(everywhere ? networkOrigins(port) : [])];
  let close: (() => Promise<void>) | undefined;
  let backend: EmbeddedServer;
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // The terminal sends the signal, then npm sends it again.
      if (stopping) return;
      stopping = true;
      if (!close) {
        endBy(signal);
        return;
      }
      setTimeout(() => {
        console.error('The server did not stop in time and was ended.');
        endBy('SIGKILL');
      }, STOP_MILLIS).unref();
      // Once everything is closed, the process ends by itself.
      close().catch((error: unknown) => {
        console.error(messageOf(error));
        process.exitCode = 1;
      });
    });
  }

  if (development) {
    const { serveDevelopment } = await import('./development.ts');
    // Astro's server proxies to it.
    backend = await startServer({
      folder,
      demo,
      port: 0,
      siteUrl,
      origins,
      network: reached,
      behindProxy: true,
      copies,
    });
    const stopSite = await serveDevelopment({ port, everywhere, backend: backend.origin }).catch(
      async (error: unknown) => {
        await backend.close();
        throw error;
      },
    );
    close = async () => {
      await stopSite();
      await backend.close();
    };
  } else {
    buildIfStale();
    backend = await startServer({
      folder,
      demo,
      port,
      everywhere,
      dist: DIST,
      origins,
      network: reached,
      behindProxy,
      copies,
    });
    close = backend.close;
  }

  const { overlayLink: overlay } = backend;
  const password = await demoPassword(backend.pg);
  const account = {
    public: `${DEMO.email}, password ${DEMO.password}`,
    own: `${DEMO.email}, with the password that was chosen`,
    none: '',
  }[password];
  console.log(
    [
      '',
      `  Site       ${siteUrl}`,
      ...network.map((origin) => `  Network    ${origin}`),
      ...(everywhere && network.length === 0 ? ['  Network    none: this computer is on no network'] : []),
      ...named.map((origin) => `  Also       ${origin}`),
      ...(overlay === null
        ? []
        : [
            `  Account    ${account}`,
            `  Overlay    ${overlay}`,
            ...network.map((origin) => `             ${overlay.replace(siteUrl, origin)}`),
            `  Snapshot   ${siteUrl}/snapshot?match=${DEMO.venue}-b1 (keys for uploads are made on the scorer's page)`,
          ]),
      `  Data       ${folder}`,
      ...(copies.place === undefined ? [] : [`  Copies     ${copies.place}, too`]),
      '',
      '  Mails are printed here. Ctrl-C stops it.',
      ...(overlay !== null && everywhere && password === 'public'
        ? ['  Everybody on this network can sign in to the demo account: score with one of your own.']
        : []),
      ...(overlay === null && password === 'public'
        ? [
            `  The demo account of an earlier start is still there, with its public password: npm run owner -- remove ${DEMO.email} --yes`,
          ]
        : []),
      '',
    ].join('\n'),
  );
};

await runProgram(main);
