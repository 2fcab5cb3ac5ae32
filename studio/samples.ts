import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/run.ts';
import { samples } from './drawings/textures.ts';
import { draw } from './draw.ts';

// Draws the sample snapshots with these ids (`b2`), or all of them, into the folder the embedded default serves.

const FOLDER = 'supabase/embedded/samples';
const MAX_BYTES = 120_000;
const JPEG_QUALITY = 82;

const names = process.argv.slice(2);
const wanted = samples().filter(({ name }) => names.length === 0 || names.includes(name));
mkdirSync(join(root, FOLDER), { recursive: true });

await draw(
  wanted,
  ({ name, size }, jpeg) => {
    const file = `${FOLDER}/${name}.jpg`;
    if (jpeg.length > MAX_BYTES) {
      throw new Error(`${file} would have ${jpeg.length} bytes, more than the ${MAX_BYTES} it may have.`);
    }
    writeFileSync(join(root, file), jpeg);
    console.log(`${file}  ${size[0]} × ${size[1]}  ${Math.ceil(jpeg.length / 1000)} kB`);
  },
  JPEG_QUALITY,
);
