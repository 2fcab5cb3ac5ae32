import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { build } from 'vite';
import { PAGES } from './released.ts';

/** Stores the pages of the checkout in `root` as `<to>.pages.js.zst`. */
export const storePages = async (root: string, to: string): Promise<void> => {
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      target: 'esnext',
      lib: { entry: join(root, 'tests/common/hall/pages.ts'), formats: ['es'] },
    },
  });
  const [bundle] = [built].flat();
  if (!bundle || !('output' in bundle)) throw new Error('nothing was built');
  writeFileSync(`${to}${PAGES}`, zstdCompressSync(bundle.output[0].code));
};
