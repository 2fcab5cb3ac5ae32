import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DESKTOP, WIDE_PAD } from '../../../src/config/media.ts';

const TOKENS = readFileSync('src/styles/settings/_tokens.scss', 'utf8');

test('scripts and styles mean the same by a desktop and by a wide pad', () => {
  expect(`(width >= ${/'desktop': ([\d.]+rem)/.exec(TOKENS)?.[1]})`).toBe(DESKTOP);
  expect(/'wide': 'pad (.+)'/.exec(TOKENS)?.[1]).toBe(WIDE_PAD);
});
