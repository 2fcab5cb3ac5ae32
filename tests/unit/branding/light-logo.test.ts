import { expect, test } from 'vitest';
import { isLightLogo } from '../../../src/core/overlay/light-logo.ts';

/** Pixels of some colours, each of which as often as it is said. */
const pixels = (...colours: readonly (readonly [hex: string, times: number])[]): number[] =>
  colours.flatMap(([hex, times]) => {
    const channels = [0, 2, 4, 6].map((at) => parseInt(hex.slice(at, at + 2) || 'ff', 16));
    return Array.from({ length: times }, () => channels).flat();
  });

test.each([
  ['white', pixels(['ffffff', 40], ['00000000', 60]), true],
  ['cream', pixels(['f7f3df', 100]), true],
  ['yellow', pixels(['f1ca00', 100]), true],
  ['white with a dark edge that nobody sees', pixels(['ffffff', 99], ['12203a', 1]), true],
  ['dark words on white', pixels(['ffffff', 90], ['12203a', 10]), false],
  ['white words on red', pixels(['ffffff', 30], ['d2232a', 70]), false],
  ['dark words on nothing', pixels(['ffffff00', 95], ['12203a', 5]), false],
  ['half transparent white', pixels(['ffffff80', 50], ['00000000', 50]), true],
  ['nothing', pixels(['00000000', 100]), false],
])('a logo goes on dark if it can’t be seen on white: %s', (_name, logo, isLight) => {
  expect(isLightLogo(logo)).toBe(isLight);
});
