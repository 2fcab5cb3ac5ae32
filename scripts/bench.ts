import { globSync } from 'node:fs';
import { run } from './run.ts';

/** Runs every measurement in `tests/bench/`, or those whose names contain an argument. Each prints its own table. */
const wanted = process.argv.slice(2);
for (const file of globSync('tests/bench/*.ts').sort()) {
  if (wanted.length && !wanted.some((part) => file.includes(part))) continue;
  console.log(`\n── ${file}`);
  if ((await run('node', [file])) !== 0) process.exitCode = 1;
}
