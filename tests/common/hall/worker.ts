import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { MUTANTS } from './mutants.ts';
import type { Played } from './workers.ts';

/* Plays the evenings whose seeds it is sent, with a fault in the code if it was started with one's name. */

const mutant = MUTANTS.find(({ name }) => name === workerData);
if (mutant) {
  const { file, from, to } = mutant;
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.endsWith(`/${file}`)) return loaded;
      const source = Buffer.from(loaded.source as Uint8Array).toString();
      if (source.split(from).length !== 2) throw new Error(`${mutant.name}: ${file} has changed`);
      return { ...loaded, source: source.replace(from, () => to) };
    },
  });
}
const { playEvening } = await import('./evening.ts');
const { Broken } = await import('./broken.ts');

const play = (seed: number): Promise<Played> =>
  playEvening(seed).then(
    (evening) => ({ seed, evening, broken: null }),
    (error: unknown) => {
      const property = error instanceof Broken ? error.property : null;
      const { message, stack } = error as Error;
      return { seed, evening: null, broken: { property, what: (property ? message : stack) ?? message } };
    },
  );

parentPort?.on('message', (seed: number) => {
  void play(seed).then((played) => parentPort?.postMessage(played));
});
