import sharp from 'sharp';
import { expect, test } from 'vitest';
import { iconPicture } from '../../../src/build/icon-picture.ts';

/** How many pixels each column of an icon has of the balls, which are lighter than their ground. */
const paintedColumns = async (size: number, square: boolean): Promise<readonly number[]> => {
  const picture = await iconPicture(size, { square });
  const { data } = await sharp(await picture.arrayBuffer())
    .flatten({ background: '#000' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from(
    { length: size },
    (_, x) =>
      Array.from({ length: size }, (_row, y) => data[3 * (y * size + x)]).filter((red = 0) => red > 80)
        .length,
  );
};

test('the mark in a tab is as wide as its icon, but for a pixel on each side', async () => {
  const columns = await paintedColumns(16, false);
  expect(columns.slice(1, -1).every((painted) => painted > 0)).toBe(true);
  expect(Math.max(...columns)).toBeGreaterThanOrEqual(7);
});

test('the mark of a maskable icon is inside the part that no system cuts', async () => {
  const size = 100;
  const columns = await paintedColumns(size, true);
  const outside = [...columns.slice(0, size / 10), ...columns.slice(-size / 10)];
  expect(outside).toEqual(outside.map(() => 0));
});
