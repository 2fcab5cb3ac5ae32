import { createDenoImageProcessor } from './deno-image-processor.ts';
import { createDenoSvgRasterizer } from './deno-svg-rasterizer.ts';
import { createFairQueue } from './fair-queue.ts';
import { createSnapshotHandler } from './handler.ts';
import { createAskSupabase } from './hosted-api.ts';
import { createHostedDatabase } from './hosted-database.ts';
import { createHostedFiles } from './hosted-files.ts';
import { readHostedSettings } from './hosted.ts';
import type { Ports } from './ports.ts';
import { sweep } from './sweep.ts';

/** The snapshot service as an edge function of hosted Supabase. */

/** Of the 256 MB that the platform gives us: three of the largest, beside what unpacking one of them takes. */
const ROOM = 30 * 1024 * 1024;

/** All work is this thread's: one piece after the other, so that no more than one is in memory. */
const WORK = { atOnce: 1, waiting: 100 };

const PAGE_PATIENCE_MILLIS = 5000;

const read = (address: string | URL): Promise<Uint8Array<ArrayBuffer>> => Deno.readFile(new URL(address));

const { supabase, key, site, address } = readHostedSettings((name) => Deno.env.get(name));
const ask = createAskSupabase(supabase, key);
// A bundle has the packages' other files where they are named like this.
const imageProcessor = await createDenoImageProcessor(
  await read(import.meta.resolve('npm:@imagemagick/magick-wasm@0.0.43/magick.wasm')),
);
const svgRasterizer = await createDenoSvgRasterizer(
  await read(import.meta.resolve('npm:@resvg/resvg-wasm@2.6.2/index_bg.wasm')),
  (file) => read(new URL(`fonts/${file}`, import.meta.url)),
  imageProcessor,
);

// Between two of them there is time for requests.
const { run: turn } = createFairQueue(WORK, () => new Promise((resolve) => setTimeout(resolve)));

const ports: Ports = {
  database: createHostedDatabase(ask),
  files: createHostedFiles(ask),
  imageProcessor,
  svgRasterizer,
  room: ROOM,
  site,
  address,
  turn,
  drawingTurn: turn,
  page: async (path) => {
    const page = await fetch(site + path, { signal: AbortSignal.timeout(PAGE_PATIENCE_MILLIS) });
    if (!page.ok) throw new Error(`The site answered ${page.status} for ${path}`);
    return page.text();
  },
  now: () => Date.now(),
  report: (what, error) => {
    console.error(what, error);
  },
};
const answer = createSnapshotHandler(ports);

// Cloudflare stands in front of the platform and writes that header itself; who sends one past it, sends it to us alone.
Deno.serve((request, { remoteAddr }) =>
  answer(request, request.headers.get('cf-connecting-ip') ?? remoteAddr.hostname ?? ''),
);

// The platform ends us after some minutes and starts us again when somebody asks: that is often enough.
void sweep(ports);
