import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PICTURE_FONTS, pictureFonts } from '../../../scripts/picture-fonts.ts';
import { COLOURS as SETTINGS } from '../../../src/build/colours.ts';
import { COLOURS } from '../../../supabase/functions/snapshot/drawing/colours.ts';
import { FACE_NAMES, fontFile } from '../../../supabase/functions/snapshot/drawing/faces.ts';

test('the fonts of pictures are the ones of the packages: otherwise `npm run fonts`', async () => {
  const files = await pictureFonts();
  expect(readdirSync(PICTURE_FONTS).sort()).toEqual([...files.keys()].sort());
  const changed = [...files].filter(
    ([name, bytes]) => !readFileSync(join(PICTURE_FONTS, name)).equals(bytes),
  );
  expect(changed.map(([name]) => name)).toEqual([]);
});

test('every face that pictures are drawn with has its file', () => {
  const files = readdirSync(PICTURE_FONTS).filter((name) => name.endsWith('.ttf'));
  expect(FACE_NAMES.map(fontFile).sort()).toEqual(files.sort());
});

test('the colours of pictures are those of the design', () => {
  expect(Object.entries(COLOURS)).toEqual(Object.keys(COLOURS).map((name) => [name, SETTINGS.get(name)]));
});
