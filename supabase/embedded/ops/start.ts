import { buildIfStale } from './build.ts';
import { networkOrigins, readPort } from './host.ts';
import { DIST, dataFolder, secondPlace } from '../data/paths.ts';
import { messageOf, StartProblem } from '../http/problem.ts';
import { readOptions, runProgram } from './program.ts';
import { DEMO } from './demo.ts';
import { startServer } from './server.ts';

/** `npm start` and `npm run dev`: the whole product on one port. */

/** Longest wait for open connections when stopping. */
const STOP_MILLIS = 8000;

const USAGE = `npm start -- [options]    runs the site and its backend (npm run dev: with changes shown at once)

  --host               answers other devices on the network, too
  --origin <address>   answers to this address, too, such as https://score.example; once for each
  --behind-proxy       believes a proxy on this computer about who asks

Settings: PORT, CUEBOARD_DATA, CUEBOARD_COPIES. More: docs/run.md`;

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
    },
  });
  const { dev: development, host: everywhere, 'behind-proxy': behindProxy } = values;
  const named = values.origin.map(readOrigin);
  if (development && behindProxy) throw new StartProblem('--behind-proxy is for npm start.');
  const port = readPort();
  const folder = dataFolder();
  const copies = { place: secondPlace() };
  const siteUrl = `http://localhost:${port}`;
  const network = everywhere ? networkOrigins(port) : [];
  const origins = [...network, ...named];
  const reached = () => [...named, ...(everywhere ? networkOrigins(port) : [])];
  let close: (() => Promise<void>) | undefined;
  let overlay: string;
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
    const backend = await startServer({
      folder,
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
    overlay = backend.overlayLink;
    close = async () => {
      await stopSite();
      await backend.close();
    };
  } else {
    buildIfStale();
    const server = await startServer({
      folder,
      port,
      everywhere,
      dist: DIST,
      origins,
      network: reached,
      behindProxy,
      copies,
    });
    overlay = server.overlayLink;
    close = server.close;
  }

  console.log(
    [
      '',
      `  Site       ${siteUrl}`,
      ...network.map((origin) => `  Network    ${origin}`),
      ...named.map((origin) => `  Also       ${origin}`),
      `  Account    ${DEMO.email}, password ${DEMO.password}`,
      `  Overlay    ${overlay}`,
      ...network.map((origin) => `             ${overlay.replace(siteUrl, origin)}`),
      `  Snapshot   ${siteUrl}/snapshot?match=${DEMO.venue}-b1 (keys for uploads are made on the scorer's page)`,
      `  Data       ${folder}`,
      ...(copies.place === undefined ? [] : [`  Copies     ${copies.place}, too`]),
      '',
      '  Mails are printed here. Ctrl-C stops it.',
      ...(everywhere
        ? ['  Everybody on this network can sign in to the demo account: score with one of your own.']
        : []),
      '',
    ].join('\n'),
  );
};

await runProgram(main);
