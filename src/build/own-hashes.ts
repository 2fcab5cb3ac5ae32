import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const INLINE = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/g;
const HASH = / 'sha256-([^']+)'/g;

/** Limits a page's policy to the hashes of its own inline scripts and styles. */
export const withOwnHashes = (html: string): string => {
  const own = new Set(
    [...html.matchAll(INLINE)].map(([, , content = '']) =>
      createHash('sha256').update(content).digest('base64'),
    ),
  );
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/, (policy) =>
    policy.replace(HASH, (hash, value: string) => (own.has(value) ? hash : '')),
  );
};

/** Astro writes the whole build's hashes into every page's policy: half a kilobyte that doesn't compress. */
export const ownHashes = (): AstroIntegration => ({
  name: 'own-hashes',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir);
      for (const file of globSync('**/*.html', { cwd: folder })) {
        const path = folder + file;
        writeFileSync(path, withOwnHashes(readFileSync(path, 'utf8')));
      }
    },
  },
});
