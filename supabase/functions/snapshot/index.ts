import { createDenoImageProcessor } from './deno-image-processor.ts';
import { createDenoSvgRasterizer } from './deno-svg-rasterizer.ts';
import { failureLine, quoted } from '../_shared/log-line.ts';
import { createFairQueue } from '../_shared/fair-queue.ts';
import { createSnapshotHandler } from './handler.ts';
import { createAskSupabase } from '../_shared/hosted-api.ts';
import { callHosted } from '../_shared/hosted-database.ts';
import { createHostedFiles } from './hosted-files.ts';
import { readSnapshotSettings } from './settings.ts';
import type { Ports } from './ports.ts';
import { sweep } from './sweep.ts';

/** The snapshot service as an edge function of hosted Supabase. */

/** Of the platform's 256 MB: three of the largest uploads, leaving enough to unpack one. */
const ROOM = 30 * 1024 * 1024;

/** Everything runs on this thread, one task at a time, so only one picture is unpacked in memory. */
const WORK = { atOnce: 1, waiting: 100 };

const PAGE_PATIENCE_MILLIS = 5000;

const read = (address: string | URL): Promise<Uint8Array<ArrayBuffer>> => Deno.readFile(new URL(address));

const { supabase, key, site, address } = readSnapshotSettings((name) => Deno.env.get(name));
const ask = createAskSupabase(supabase, key);
// The bundler includes other packages' files when they are named like this.
const imageProcessor = await createDenoImageProcessor(
  await read(import.meta.resolve('npm:@imagemagick/magick-wasm@0.0.43/magick.wasm')),
);
const svgRasterizer = await createDenoSvgRasterizer(
  await read(import.meta.resolve('npm:@resvg/resvg-wasm@2.6.2/index_bg.wasm')),
  (file) => read(new URL(`fonts/${file}`, import.meta.url)),
  imageProcessor,
);

// Lets requests in between tasks.
const { run: turn } = createFairQueue(WORK, () => new Promise((resolve) => setTimeout(resolve)));

const ports: Ports = {
  database: { call: (name, values) => callHosted(ask, name, values) },
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
    console.error(failureLine(quoted(what), error).join(''));
  },
};
const answer = createSnapshotHandler(ports);

// Cloudflare, in front of the platform, writes that header itself; bypassing it only affects the sender.
Deno.serve((request, { remoteAddr }) =>
  answer(request, request.headers.get('cf-connecting-ip') ?? remoteAddr.hostname ?? ''),
);

// The platform stops us after some minutes and starts us on demand: sweeping then is often enough.
void sweep(ports);
