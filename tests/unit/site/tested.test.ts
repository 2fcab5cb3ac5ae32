import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TESTED } from '../../../src/config/tested.ts';

it('the site’s figures are those of the test of kills', () => {
  const row = readFileSync('tests/real/README.md', 'utf8')
    .split('\n')
    .find((line) => line.includes('killed.test.ts'));
  expect(row).toContain(`killed ${TESTED.kills} times`);
  expect(row).toContain(`${TESTED.taps} taps`);
  const most = Number(/([\d,]+) at most/.exec(row ?? '')?.[1]?.replace(',', ''));
  expect(most).toBeLessThanOrEqual(TESTED.seconds * 1000);
  const code = readFileSync('tests/real/faults/killed.test.ts', 'utf8');
  expect(code).toContain(`const KILLS = ${TESTED.kills};`);
  expect(code).toContain(`screens are right within ${TESTED.seconds} s`);
});
