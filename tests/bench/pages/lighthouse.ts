import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import {
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect, createSecureServer, type Http2SecureServer } from 'node:http2';
import { connect as connectTo, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import lighthouse, { type Flags } from 'lighthouse';
import { CHROMIUM_FLAGS, ensureChromium } from '../../../scripts/chromium.ts';
import { MANIFEST } from '../../../src/config/app.ts';
import { ROUTES } from '../../../src/config/routes.ts';
import { LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import { localizePath } from '../../../src/i18n/urls.ts';
import { buildIfStale } from '../../../supabase/embedded/ops/build.ts';
import { DIST } from '../../../supabase/embedded/data/paths.ts';
import { createSite } from '../../../supabase/embedded/http/site.ts';
import { MARKETING, pageBytes } from '../../built/budgets.ts';
import { startBenchServer } from '../common/server.ts';
import { median } from '../common/statistics.ts';

/**
 * What visitors' phones make of the marketing pages, or of a shared snapshot: Lighthouse's mobile run on its simulated
 * slow 4G, and a second one on slow 3G with a slower phone. The built site is served by the embedded server's own
 * code, over HTTP/2 and with brotli as hosts deliver it; pictures come from a separate embedded server.
 *
 *     npm run bench:pages -- [--pages home,snapshot] [--languages en,ar] [--runs 3]
 */

/** The pages that can be measured. */
const PAGES = [...MARKETING, 'snapshot'] as const;
type Page = (typeof PAGES)[number];

/** The demo account's first table. */
const SNAPSHOT_QUERY = '?match=demo-b1';
const BACKEND_PORT = 4675;

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: MARKETING.join() },
    languages: { type: 'string', default: LOCALE_NAMES.join() },
    runs: { type: 'string', default: '1' },
  },
});

/** The names in a list that an option gives; throws a sentence for one that is unknown. */
const pick = <Name extends string>(option: string, list: string, known: readonly Name[]): Name[] => {
  const names = list.split(',');
  const unknown = names.find((name) => !known.some((other) => other === name));
  if (unknown !== undefined) throw new Error(`--${option}: "${unknown}" is none of ${known.join(', ')}.`);
  return known.filter((name) => names.includes(name));
};

interface Network {
  readonly rttMillis: number;
  readonly kbps: number;
  /** How many times slower the phone is than this machine. */
  readonly slowdown: number;
}

/** Lighthouse's own defaults. */
const SLOW_4G: Network = { rttMillis: 150, kbps: 1638.4, slowdown: 4 };
const SLOW_3G: Network = { rttMillis: 400, kbps: 400, slowdown: 6 };

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Run {
  readonly scores: readonly number[];
  readonly lcpMillis: number;
  /** For how long a finger would have met a busy page, beyond 50 ms at a time: Lighthouse's total blocking time. */
  readonly blockingMillis: number;
  readonly shift: number;
  readonly bytes: number;
  readonly scriptBytes: number;
  /** Audits with points to lose that lost some. */
  readonly failures: readonly string[];
}

/** A key that lives as long as this run, so that Chromium speaks HTTP/2, which it does over TLS only. */
const makeCertificate = (folder: string): { key: Buffer; cert: Buffer } => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
    ],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(key), cert: readFileSync(cert) };
};

/** What Chromium's flag takes for a certificate it shall trust: the hash of its public key. */
const keyHash = (cert: Buffer): string =>
  createHash('sha256')
    .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');

/** Headers but those that belong to one version of HTTP. */
const without = (headers: IncomingHttpHeaders, names: RegExp): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.test(name)));

/** Serves the site, and passes requests for the backend on to it. */
const serveSite = async (
  certificate: { key: Buffer; cert: Buffer },
  backend: string | undefined,
): Promise<Http2SecureServer> => {
  const site = createSite({ dist: DIST });
  const isBackends = (url = ''): boolean =>
    backend !== undefined && /^\/(functions|rest|realtime)\//.test(url);
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
    if (isBackends(request.url)) {
      const asked = ask(
        new URL(request.url, backend),
        { method: request.method, headers: without(request.headers, /^:/) },
        (answer) => {
          response.writeHead(
            answer.statusCode ?? 502,
            without(answer.headers, /^(connection|keep-alive|transfer-encoding)$/),
          );
          answer.pipe(response);
        },
      );
      request.pipe(asked);
      return;
    }
    // Node's HTTP/2 requests and answers offer what HTTP/1's do as far as the site uses it.
    void site(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
  server.on('upgrade', (request: IncomingMessage, socket: NodeJS.ReadWriteStream, head: Buffer) => {
    const upstream = connectTo(Number(new URL(backend ?? '').port), 'localhost', () => {
      const lines = Array.from({ length: request.rawHeaders.length / 2 }, (_, index) =>
        request.rawHeaders.slice(index * 2, index * 2 + 2).join(': '),
      );
      upstream.write([`GET ${request.url ?? ''} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on('error', () => socket.end());
    socket.on('error', () => upstream.destroy());
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return server;
};

/** Asks for addresses once, so that no measured answer waits until it is compressed. */
const warmUp = async (origin: string, ca: Buffer, paths: readonly string[]): Promise<void> => {
  const client = connect(origin, { ca });
  await Promise.all(
    paths.map((path) => {
      const answer = client.request({ ':path': path, 'accept-encoding': 'br' });
      answer.resume();
      return once(answer, 'end');
    }),
  );
  client.close();
};

/** A separate Chromium with an empty profile. Returns its debugging port and a function that ends it. */
const startChromium = async (
  executable: string,
  flags: readonly string[],
): Promise<{ port: number; stop: () => Promise<void> }> => {
  const profile = mkdtempSync(join(tmpdir(), 'cueboard-profile-'));
  const child = spawn(
    executable,
    [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--hide-scrollbars',
      '--mute-audio',
      '--disable-extensions',
      '--disable-dev-shm-usage',
      ...flags,
      'about:blank',
    ],
    // A group of its own: some systems start Chromium from a script, which would end alone.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  let output = '';
  for await (const chunk of child.stderr) {
    output += String(chunk);
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(output)?.[1];
    if (port === undefined) continue;
    child.stderr.resume();
    return { port: Number(port), stop };
  }
  await stop();
  throw new Error(`Chromium ended before it was ready:\n${output}`);
};

const measure = async (
  address: string,
  port: number,
  { rttMillis, kbps, slowdown }: Network,
  onlyCategories: readonly string[],
): Promise<Run> => {
  const flags: Flags = {
    port,
    logLevel: 'silent',
    output: 'json',
    onlyCategories: [...onlyCategories],
    throttlingMethod: 'simulate',
    throttling: {
      rttMs: rttMillis,
      throughputKbps: kbps,
      cpuSlowdownMultiplier: slowdown,
      // Lighthouse's own factor between its simulation and DevTools' throttling.
      requestLatencyMs: rttMillis * 3.75,
      downloadThroughputKbps: kbps * 0.9,
      uploadThroughputKbps: 675,
    },
  };
  const report = (await lighthouse(address, flags))?.lhr;
  if (!report || report.runtimeError) {
    throw new Error(
      `Lighthouse could not measure ${address}: ${report?.runtimeError?.message ?? 'no report'}`,
    );
  }
  const number = (audit: string): number => report.audits[audit]?.numericValue ?? Number.NaN;
  const { details } = report.audits['network-requests'] ?? {};
  const requests = (details?.type === 'table' ? details.items : []) as readonly {
    transferSize?: number;
    resourceType?: string;
  }[];
  const sum = (of: typeof requests): number =>
    of.reduce((total, { transferSize = 0 }) => total + transferSize, 0);
  return {
    scores: onlyCategories.map((name) => Math.round((report.categories[name]?.score ?? 0) * 100)),
    lcpMillis: number('largest-contentful-paint'),
    blockingMillis: number('total-blocking-time'),
    shift: number('cumulative-layout-shift'),
    bytes: sum(requests),
    scriptBytes: sum(requests.filter(({ resourceType }) => resourceType === 'Script')),
    failures: Object.values(report.categories)
      .filter(({ id }) => id !== 'performance')
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  };
};

const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a number from 1 on.');
const pages: readonly Page[] = pick('pages', values.pages, PAGES);
const languages: readonly Locale[] = pick('languages', values.languages, LOCALE_NAMES);

buildIfStale();
const executable = ensureChromium();
const folder = mkdtempSync(join(tmpdir(), 'cueboard-bench-'));
const certificate = makeCertificate(folder);
const backend = pages.includes('snapshot') ? await startBenchServer(BACKEND_PORT) : undefined;
const server = await serveSite(certificate, backend?.origin);
const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
const flags = [
  ...CHROMIUM_FLAGS,
  `--ignore-certificate-errors-spki-list=${keyHash(certificate.cert)}`,
  // Nothing but this machine: what a page asks of others fails rather than counts.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost',
];

const addressOf = (page: Page, language: Locale): string =>
  page === 'snapshot'
    ? localizePath(ROUTES.snapshotShort, language) + SNAPSHOT_QUERY
    : localizePath(ROUTES[page], language);

const visit = async (address: string, network: Network, categories: readonly string[]): Promise<Run> => {
  const { port, stop } = await startChromium(executable, flags);
  try {
    return await measure(address, port, network, categories);
  } finally {
    await stop();
  }
};

try {
  await warmUp(origin, certificate.cert, [
    '/favicon.svg',
    ...languages.flatMap((language) => [
      localizePath(MANIFEST, language),
      ...pages.map((page) => addressOf(page, language)),
    ]),
  ]);
  const table: Record<string, string | number>[] = [];
  for (const page of pages) {
    for (const language of languages) {
      const address = origin + addressOf(page, language);
      const [fast, slow]: [Run[], Run[]] = [[], []];
      for (let round = 0; round < runs; round += 1) {
        fast.push(await visit(address, SLOW_4G, CATEGORIES));
        slow.push(await visit(address, SLOW_3G, ['performance']));
      }
      const of = (all: readonly Run[], value: (run: Run) => number): number => median(all.map(value));
      const { html, ownScripts, islandRuntime } = pageBytes(page, language);
      table.push({
        page,
        language,
        'perf/a11y/best/SEO': CATEGORIES.map((_, index) => of(fast, ({ scores }) => scores[index] ?? 0)).join(
          '/',
        ),
        'LCP slow 4G, s': (of(fast, ({ lcpMillis }) => lcpMillis) / 1000).toFixed(2),
        'LCP slow 3G, s': (of(slow, ({ lcpMillis }) => lcpMillis) / 1000).toFixed(2),
        'blocking, ms': Math.round(of(fast, ({ blockingMillis }) => blockingMillis)),
        CLS: of(fast, ({ shift }) => shift).toFixed(3),
        'HTML + CSS, B': html,
        'JS fetched, B': of(fast, ({ scriptBytes }) => scriptBytes),
        'JS inline, B': ownScripts + islandRuntime,
        'all before scroll, B': of(fast, ({ bytes }) => bytes),
      });
      const failures = new Set(fast.flatMap((run) => run.failures));
      console.log(
        `${address.slice(origin.length)}${failures.size ? `  lost points: ${[...failures].join(', ')}` : ''}`,
      );
    }
  }
  console.table(table);
} finally {
  server.close();
  await backend?.stop();
  rmSync(folder, { recursive: true, force: true });
}
