import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { AstroIntegration } from 'astro';
import i18next from 'i18next';

const TEXTS = /^i18n\/(\w+)\/(\w+)\.json$/;

/** A file of texts, parsed. Throws an error that names the file, and the line of what isn't JSON. */
export const readTexts = (path: string): object => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as object;
  } catch (error) {
    throw new Error(`${relative('', path)}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
};

/** In development, shows a changed text at once, or in the page what is wrong with its file: i18next reads files once. */
export const textFiles = (): AstroIntegration => ({
  name: 'text-files',
  hooks: {
    'astro:server:setup': ({ server }) => {
      server.watcher.add('i18n');
      // Some editors and Git put another file in a file's place.
      server.watcher.on('all', (event, path) => {
        if (event !== 'add' && event !== 'change') return;
        const file = relative(server.config.root, path).replaceAll('\\', '/');
        const [, locale, area] = TEXTS.exec(file) ?? [];
        if (!locale || !area) return;
        try {
          const texts = readTexts(path);
          i18next.removeResourceBundle(locale, area).addResourceBundle(locale, area, texts);
          server.ws.send({ type: 'full-reload' });
        } catch (error) {
          const { message } = error as Error;
          server.config.logger.error(message);
          server.ws.send({ type: 'error', err: { message, stack: '', id: file } });
        }
      });
    },
  },
});
