import { networkInterfaces } from 'node:os';
import { buildIfStale } from './build.ts';
import { serveDevelopment } from './development.ts';
import { DIST, dataFolder } from './paths.ts';
import { messageOf, StartProblem } from './problem.ts';
import { DEMO, startServer } from './server.ts';

/** `npm start` and `npm run dev`: the whole product on one port. */

const development = process.argv.includes('--dev');
const everywhere = process.argv.includes('--host');

const readPort = (): number => {
  const text = process.env['PORT'] ?? '4321';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StartProblem(`PORT is "${text}", but a port is a number from 1 to 65535.`);
  }
  return port;
};

/** Addresses of this machine that others on its network reach. */
const networkOrigins = (port: number): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`);

const main = async (): Promise<void> => {
  const port = readPort();
  const folder = dataFolder();
  const siteUrl = `http://localhost:${port}`;
  const otherOrigins = everywhere ? networkOrigins(port) : [];
  let close: () => Promise<void>;
  let overlay: string;
  if (development) {
    const backend = await startServer({ folder, port: 0, siteUrl, otherOrigins });
    const stopSite = await serveDevelopment({ port, everywhere, backend: backend.origin });
    overlay = backend.overlayLink;
    close = async () => {
      await stopSite();
      await backend.close();
    };
  } else {
    buildIfStale();
    const server = await startServer({ folder, port, everywhere, dist: DIST, otherOrigins });
    overlay = server.overlayLink;
    close = server.close;
  }

  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(messageOf(error));
          process.exit(1);
        },
      );
    });
  }

  console.log(
    [
      '',
      `  Site       ${siteUrl}`,
      ...otherOrigins.map((origin) => `  Network    ${origin}`),
      `  Account    ${DEMO.email}, password ${DEMO.password}`,
      `  Overlay    ${overlay}`,
      `  Snapshot   ${siteUrl}/snapshot?match=${DEMO.venue}-b1`,
      '',
      '  Ctrl-C stops it.',
      '',
    ].join('\n'),
  );
};

main().catch((error: unknown) => {
  console.error(error instanceof StartProblem ? messageOf(error) : error);
  process.exit(1);
});
