import { check } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { build, createTotal, playwright, vitest } from './counting.ts';

/** Runs everything that verifies the product and ends with one line: `N passed, N failed`. */

const { total, part } = createTotal();

const built = part('build', build);
// The build keeps one processor busy, and tests sometimes wait for processes. The checks use only that spare time, so
// they don't slow the tests down.
const checks = part('checks', () => check(built));
await built;
await part('unit and embedded backend', () => vitest('--project=!real'));
await part('browser', () => playwright({ CHROME_PATH: ensureChromium() }));
await checks;

process.exitCode = total.failed ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
