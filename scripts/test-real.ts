import { build, createTotal, vitest } from './counting.ts';

/**
 * Runs the longer tests, and those that need parts not every machine has. Ends with the parts missing here, by name,
 * and one line: `N passed, N failed, N skipped`.
 */

const { total, part } = createTotal();

await part('build', build);
await part('real parts', () => vitest('--project=real'));

process.exitCode = total.failed ? 1 : 0;
if (total.skipped.length) console.log(`\nSkipped:\n${total.skipped.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped.length} skipped`);
