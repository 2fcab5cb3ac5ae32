import { mkdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Pool } from 'pg';
import { drawBoard } from '../../functions/snapshot/drawing/index.ts';
import { createSnapshotHandler } from '../../functions/snapshot/handler.ts';
import type { Home, Ports, SnapshotFiles } from '../../functions/snapshot/ports.ts';
import { pageQuery } from '../../functions/snapshot/link-address.ts';
import type { Call } from '../data/calls.ts';
import { createFairQueue } from '../http/fair-queue.ts';
import { addressOf, createLimiter, holdBack } from '../http/limits.ts';
import { quoted } from '../../functions/_shared/log-line.ts';
import { printFailure } from '../http/log.ts';
import type { MadePage } from '../http/site.ts';
import type { WebHandler } from '../http/web-handler.ts';
import { imageProcessor } from './image-processor.ts';
import { createDatabase } from './database.ts';
import { createSvgRasterizer } from './svg-rasterizer.ts';
import { createFiles } from './files.ts';
import { keepSwept } from './sweep.ts';

/** Requests per address: as many as REST allows visitors. */
const REQUESTS = { points: 3000, duration: 10 };
/** Decoding takes up to 200 MB, so one photo at a time. */
const WORK = { atOnce: 1, waiting: 100 };
/** The rasterizer's thread draws one picture at a time. */
const DRAWING = { atOnce: 1, waiting: 100 };

/** A drawing nobody sees, to warm up the rasterizer. */
const PRACTICE = {
  board: { p1: 'A', p2: 'أ', s1: 0, s2: 0, raceTo: 1, detail: null },
  title: '🎱',
  venue: '',
  capturedAtMillis: 0,
  locale: 'en',
} as const;

/** Sixteen pictures of the largest size. */
const ROOM = 160 * 1024 * 1024;

/** The path that the service answers under. */
export const SERVICE_PATH = '/functions/v1/snapshot';

const homeAt = (origin: string): Home => ({ site: origin, address: origin + SERVICE_PATH });

export interface Snapshots {
  /** Answers requests under {@link SERVICE_PATH}. Throws a 429. */
  readonly answer: WebHandler;
  /**
   * A shared link's page, with the table's picture or the result's card as its preview; undefined for any other
   * address, or if the service fails.
   */
  readonly sharedPage: (request: IncomingMessage) => Promise<MadePage | undefined>;
  readonly files: SnapshotFiles;
  /** Warms up, so the first drawing takes no longer than the others. */
  readonly warm: () => void;
  readonly close: () => Promise<void>;
}

interface Options {
  readonly folder: string;
  readonly pg: Pool;
  readonly call: Call;
  /** The origin of the site and this server as seen by the sender of these headers. */
  readonly originOf: (headers: Headers) => string;
  /** The server's own origin. */
  readonly origin: string;
  /** The HTML of a page of the site. */
  readonly page: (path: string) => Promise<string>;
}

/** The snapshot service in the embedded server, with its pictures in `folder`. */
export const openSnapshots = async (options: Options): Promise<Snapshots> => {
  const { folder, pg, call, originOf, origin, page } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = createFiles(folder);
  const database = createDatabase(call);
  const report: Ports['report'] = (what, error) => printFailure(quoted(what), error);
  const stopSweeping = await keepSwept({ folder, pg, database, files, report });
  const svgRasterizer = createSvgRasterizer();
  const requests = createLimiter(REQUESTS);

  const handle = createSnapshotHandler({
    database,
    files,
    imageProcessor,
    svgRasterizer,
    room: ROOM,
    turn: createFairQueue(WORK).run,
    drawingTurn: createFairQueue(DRAWING).run,
    ...homeAt(origin),
    page,
    now: Date.now,
    report,
  });

  return {
    files,
    sharedPage: async (incoming) => {
      const query = pageQuery(new URL(origin + (incoming.url ?? '')), incoming.headers['user-agent']);
      if (!query) return undefined;
      const { host = '', 'x-forwarded-proto': scheme = '' } = incoming.headers;
      const home = homeAt(originOf(new Headers({ host, 'x-forwarded-proto': String(scheme) })));
      const request = new Request(`${home.address}/page?${query.toString()}`);
      const response = await handle(request, addressOf(incoming), home);
      // Anything but a page is the service's own failure.
      return response.headers.get('content-type')?.startsWith('text/plain')
        ? { status: response.status, html: await response.text() }
        : undefined;
    },
    answer: async (request, address) => {
      await requests.take(address);
      const response = await handle(request, address, homeAt(originOf(request.headers)));
      await holdBack(response);
      return response;
    },
    warm: () => {
      svgRasterizer.warm(drawBoard(PRACTICE));
    },
    close: async () => {
      await stopSweeping();
      await svgRasterizer.close();
    },
  };
};
