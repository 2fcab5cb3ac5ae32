import { dev } from 'astro';
import { HEALTH_PATH } from '../../../src/core/site/health.ts';
import { SHARED_LINK } from '../../functions/snapshot/link-address.ts';
import { ROOT } from '../data/paths.ts';
import { messageOf, StartProblem } from '../http/problem.ts';

interface Options {
  readonly port: number;
  readonly everywhere: boolean;
  /** Where the embedded server's backend listens. */
  readonly backend: string;
}

/** Astro's development server on the site's port, proxying the backend's paths. Returns a function that stops it. */
export const serveDevelopment = async ({
  port,
  everywhere,
  backend,
}: Options): Promise<() => Promise<void>> => {
  try {
    const server = await dev({
      root: ROOT,
      server: { port, host: everywhere },
      vite: {
        server: {
          strictPort: true,
          proxy: {
            '^/(auth|rest|functions|admin)/v1/': { target: backend, xfwd: true },
            [HEALTH_PATH]: { target: backend, xfwd: true },
            // Pages rendered per request.
            [`${SHARED_LINK.source.slice(0, -1)}(?:\\?|$)`]: { target: backend, xfwd: true },
            '/realtime/v1/': { target: backend, ws: true, xfwd: true },
          },
        },
      },
    });
    return () => server.stop();
  } catch (error) {
    throw new StartProblem(`The development server could not start on port ${port}: ${messageOf(error)}.`);
  }
};
