import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../scripts/chromium.ts';
import type { Page } from './drawings/document.ts';
import { documentHtml } from './drawings/document.ts';

/** Renders pages in Chromium one by one and passes on each as PNG. */
export const draw = async (
  pages: readonly Page[],
  use: (page: Page, picture: Buffer) => void,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    const tab = await browser.newPage();
    for (const page of pages) {
      // Chromium loads font files only into pages that are files themselves.
      const source = join(folder, 'page.html');
      writeFileSync(source, documentHtml(page));
      await tab.setViewportSize({ width: page.size[0], height: page.size[1] });
      await tab.goto(pathToFileURL(source).href);
      await tab.evaluate(() => document.fonts.ready);
      use(page, await tab.screenshot({ omitBackground: page.transparent === true }));
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
};
