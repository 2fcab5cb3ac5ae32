import { globSync } from 'node:fs';
import { run } from './run.ts';

/**
 * Runs the measurements in `tests/bench/` whose names contain the argument, or all of them, passing on the options:
 * `npm run bench -- overlay eight --layout tv`. Each prints its own table.
 */
const named = process.argv.slice(2);
const first = named.findIndex((part) => part.startsWith('--'));
const options = first < 0 ? [] : named.splice(first);
for (const file of globSync('tests/bench/*.ts').sort()) {
  if (named.length && !named.some((part) => file.includes(part))) continue;
  console.log(`\n── ${file}`);
  if ((await run('node', [file, ...options])) !== 0) process.exitCode = 1;
}
