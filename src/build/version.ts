import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { VERSION_FILE } from '../config/version.ts';

/** Written by `Head.astro` into the pages that check for a newer version. */
const OWN = /<meta name="version" content="[^"]*">/;

/** Astro's hash of an island and of this checkout's path. Nothing reads it, and it would differ from folder to folder. */
const ISLAND_ID = /(<astro-island) uid="[^"]*"/g;

/** Names the build by a hash of its contents, in pages that stay open for long and in a small file that they poll. */
export const version = (): AstroIntegration => ({
  name: 'version',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir);
      const hash = createHash('sha256');
      // Scripts, styles and fonts have names with a hash of their contents.
      for (const name of globSync('_astro/*', { cwd: folder }).sort()) hash.update(name);
      const pages = globSync('**/*.{html,json}', { cwd: folder }).sort();
      for (const file of pages) {
        const path = folder + file;
        writeFileSync(path, readFileSync(path, 'utf8').replace(ISLAND_ID, '$1'));
        hash.update(file).update(readFileSync(path));
      }
      const own = hash.digest('hex').slice(0, 12);
      for (const file of pages) {
        const page = readFileSync(folder + file, 'utf8');
        if (OWN.test(page)) {
          writeFileSync(folder + file, page.replace(OWN, `<meta name="version" content="${own}">`));
        }
      }
      writeFileSync(folder + VERSION_FILE.slice(1), JSON.stringify({ version: own }));
    },
  },
});
