import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import type { SvgRasterizer } from '../../functions/snapshot/ports.ts';
import { DRAWN_QUALITY } from '../../functions/snapshot/image-sizes.ts';
import type { Delivery, Order } from './svg-rasterizer-worker.ts';

type Painted = Exclude<Delivery, { readonly error: string }>;

interface Waiting {
  readonly resolve: (painted: Painted) => void;
  readonly reject: (error: Error) => void;
}

/** A drawing thread and the calls waiting for it. */
interface Painter {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

interface WarmRasterizer extends SvgRasterizer {
  /** Warms the thread up with a throwaway drawing, without keeping the process alive. */
  readonly warm: (svg: string) => void;
  readonly close: () => Promise<void>;
}

/** The warm-up drawing's id. */
const WARM_UP = 0;

/** Draws on its own thread, started when needed and restarted if it dies, which rejects the work in progress. */
export const createSvgRasterizer = (
  start = () => new Worker(new URL('./svg-rasterizer-worker.ts', import.meta.url)),
): WarmRasterizer => {
  let painter: Painter | null = null;
  let last = WARM_UP;
  let closed = false;

  const hire = (): Painter => {
    const hired: Painter = { worker: start(), waiting: new Map() };
    const leave = (error: Error): void => {
      if (painter === hired) painter = null;
      for (const { reject } of hired.waiting.values()) reject(error);
      hired.waiting.clear();
    };
    hired.worker.on('message', (delivery: Delivery) => {
      const waiting = hired.waiting.get(delivery.id);
      hired.waiting.delete(delivery.id);
      if (hired.waiting.size === 0) hired.worker.unref();
      if ('error' in delivery)
        waiting?.reject(new Error(`The picture could not be drawn: ${delivery.error}`));
      else waiting?.resolve(delivery);
    });
    hired.worker.on('error', (error: unknown) =>
      leave(error instanceof Error ? error : new Error('The rasterizer broke down.')),
    );
    hired.worker.on('exit', () => leave(new Error('The rasterizer stopped.')));
    return hired;
  };

  const paint = (svg: string): Promise<Painted> =>
    new Promise((resolve, reject) => {
      if (closed) {
        reject(new Error('The rasterizer is closed.'));
        return;
      }
      painter ??= hire();
      const order: Order = { id: ++last, svg };
      painter.waiting.set(order.id, { resolve, reject });
      // Keeps the process alive only while drawing.
      painter.worker.ref();
      painter.worker.postMessage(order);
    });

  return {
    draw: async (svg, size) => {
      const { pixels, width, height } = await paint(svg);
      const picture = sharp(pixels, {
        raw: { width, height, channels: 4, premultiplied: true },
      }).removeAlpha();
      if (width !== size.width || height !== size.height) picture.resize({ ...size, fit: 'fill' });
      return picture.jpeg({ quality: DRAWN_QUALITY, chromaSubsampling: '4:4:4' }).toBuffer();
    },
    warm: (svg) => {
      if (closed) return;
      painter ??= hire();
      if (painter.waiting.size === 0) painter.worker.unref();
      const order: Order = { id: WARM_UP, svg };
      painter.worker.postMessage(order);
    },
    close: async () => {
      closed = true;
      await painter?.worker.terminate();
    },
  };
};
