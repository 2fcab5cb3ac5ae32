import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { FACE_NAMES, facesIn, fontFile, type FaceName } from '../../functions/snapshot/drawing/faces.ts';
import { loadResvg, paint } from '../../functions/snapshot/drawing/resvg.ts';
import { messageOf } from '../http/problem.ts';

/** The rasterizer's thread: SVG in, pixels out, one at a time. */

export interface Order {
  readonly id: number;
  readonly svg: string;
}

export type Delivery =
  | { readonly id: number; readonly pixels: Uint8Array; readonly width: number; readonly height: number }
  | { readonly id: number; readonly error: string };

const FONTS = new URL('../../functions/snapshot/fonts/', import.meta.url);

const fonts = new Map<FaceName, Uint8Array>(
  FACE_NAMES.map((name) => [name, readFileSync(new URL(fontFile(name), FONTS))]),
);

const ready = loadResvg(() =>
  readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')),
);

const deliver = (delivery: Delivery, moved: ArrayBufferLike[] = []): void =>
  parentPort?.postMessage(delivery, moved as ArrayBuffer[]);

parentPort?.on('message', ({ id, svg }: Order) => {
  ready
    .then(() => {
      const used = facesIn(svg).flatMap((name) => fonts.get(name) ?? []);
      const painted = paint(svg, used);
      deliver({ id, ...painted }, [painted.pixels.buffer]);
    })
    .catch((error: unknown) => {
      // After a trap its memory may be corrupt: start a new thread with fresh memory.
      if (error instanceof WebAssembly.RuntimeError) throw error;
      deliver({ id, error: messageOf(error) });
    });
});
