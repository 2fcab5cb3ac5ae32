import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { MUTANTS } from './mutants.ts';
import type { Played, Playing } from './workers.ts';

/* Plays the evenings whose seeds it is sent: with a fault in the code, or pages of the last release, if it is told. */

const { mutant: named, isOld } = workerData as Playing;
const mutant = MUTANTS.find(({ name }) => name === named);
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
const released = isOld ? await (await import('./released.ts')).pagesOfLastRelease() : null;

const play = (seed: number): Promise<Played> =>
  playEvening(seed, { released }).then(
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
