import { expect, test } from 'vitest';
import { run } from '../embedded/processes.ts';

// The first 20,000 fill what the server and PostgreSQL keep for the next time, so growth before says nothing of a leak.
test('40,000 odd requests and frames to everything: no error of the server, none of its processes ended, no memory kept', async () => {
  const fuzz = run('tests/bench/fuzz.ts', ['--requests', '40000', '--seed', '21']);
  const code = await fuzz.ended;
  console.log(fuzz.output());
  expect(`${code} ${fuzz.errors()}`).toMatch(/^0 /);
}, 600_000);
