import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { markIcon } from '../../../src/core/site/mark.ts';
import { APP_COLOR, colour, COLOURS } from '../../../src/build/colours.ts';

const hexes = (file: string): string[] => readFileSync(file, 'utf8').match(/#[0-9a-f]{6}\b/g) ?? [];

test('every colour of the settings can be had by its name, and no other', () => {
  expect([...COLOURS.values()]).toEqual(hexes('src/styles/settings/_tokens.scss'));
  expect(colour('brass')).toBe('#f2c14e');
  expect(() => colour('brss')).toThrow('Unknown colour "brss"');
});

test('the icon in the tab is painted with colours of the design, on the ground of the installed app', () => {
  const [ground, ...paint] = markIcon(colour).match(/#[0-9a-f]{6}\b/g) ?? [];
  expect(ground).toBe(APP_COLOR);
  expect([...COLOURS.values()]).toEqual(expect.arrayContaining(paint));
});
