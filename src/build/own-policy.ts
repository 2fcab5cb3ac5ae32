import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { withCustomCss } from '../config/security.ts';
import { isOverlayPath } from '../core/overlay/address.ts';

const INLINE = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/g;
const HASH = / 'sha256-([^']+)'/g;

const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;

/**
 * Limits a page's policy to the hashes of its own inline scripts and styles, and moves it before all of them, because a
 * policy doesn't apply to earlier content. Overlays also allow the Custom CSS of OBS.
 */
export const withOwnPolicy = (html: string, isOverlay = false): string => {
  const own = new Set(
    [...html.matchAll(INLINE)].map(([, , content = '']) =>
      createHash('sha256').update(content).digest('base64'),
    ),
  );
  const policy = POLICY.exec(html)?.[0].replace(HASH, (hash, value: string) => (own.has(value) ? hash : ''));
  return policy === undefined
    ? html
    : html
        .replace(POLICY, '')
        .replace(
          '<meta charset="utf-8">',
          (charset) => charset + (isOverlay ? withCustomCss(policy) : policy),
        );
};

/** Astro writes the whole build's hashes at the end of every page's head: half a kilobyte that doesn't compress. */
export const ownPolicy = (): AstroIntegration => ({
  name: 'own-policy',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir);
      for (const file of globSync('**/*.html', { cwd: folder })) {
        const path = folder + file;
        writeFileSync(path, withOwnPolicy(readFileSync(path, 'utf8'), isOverlayPath(`/${file}`)));
      }
    },
  },
});
