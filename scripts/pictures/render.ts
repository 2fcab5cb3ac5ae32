import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../chromium.ts';
import { root } from '../run.ts';
import type { Picture } from './scenes/pictures.ts';
import { pictures } from './scenes/pictures.ts';

const JPEG_QUALITY = 82;

/**
 * Renders the pictures whose base names (`1`, `b2`) are given, or all of them, into the folders that the site
 * and the embedded default serve them from. Throws when one is heavier than it may be.
 */
const render = async (names: readonly string[]): Promise<void> => {
  const wanted = (picture: Picture) => names.length === 0 || names.includes(basename(picture.file, '.jpg'));
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage();
    for (const { file, size, maxBytes, html } of pictures().filter(wanted)) {
      // Chromium loads fonts from files only into pages that are files themselves.
      const source = join(folder, 'scene.html');
      writeFileSync(source, html);
      await page.setViewportSize({ width: size[0], height: size[1] });
      await page.goto(pathToFileURL(source).href);
      await page.evaluate(() => document.fonts.ready);
      const jpeg = await page.screenshot({ type: 'jpeg', quality: JPEG_QUALITY });
      if (jpeg.length > maxBytes) {
        throw new Error(`${file} would have ${jpeg.length} bytes, more than the ${maxBytes} it may have.`);
      }
      const target = join(root, file);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, jpeg);
      console.log(`${file}  ${size[0]} × ${size[1]}  ${Math.ceil(jpeg.length / 1000)} kB`);
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
};

await render(process.argv.slice(2));
