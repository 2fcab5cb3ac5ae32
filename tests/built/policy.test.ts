import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOverlayPath } from '../../src/core/overlay/address.ts';
import { DIST } from '../../supabase/embedded/data/paths.ts';

const pages = globSync('**/*.html', { cwd: DIST });

/** Nothing but the charset may come before the policy. */
const START =
  /^<!DOCTYPE html><html [^>]*><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="([^"]*)">/;

const directives = (policy: string): Record<string, string[]> =>
  Object.fromEntries(
    policy
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .filter(([name]) => name)
      .map(([name = '', ...sources]) => [name, sources.sort()]),
  );

const hashes = (texts: readonly string[]): string[] =>
  [...new Set(texts)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

/** A page's inline scripts that run, or its inline styles. */
const inline = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))]
    .filter(([, attributes = '']) => !/\bsrc=|application\/ld\+json/.test(attributes))
    .map(([, , text = '']) => text);

/** Attributes that a policy without `unsafe-inline` ignores, and addresses that are code. */
const inlineAttributes = (html: string): string[] =>
  [
    ...html
      .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '')
      .matchAll(/<[a-z][^\s>]*((?:\s+[^\s=>"]+(?:="[^"]*")?)+)\s*\/?>/gi),
  ].flatMap(([, attributes]) => attributes?.match(/\s(?:style|srcdoc|on\w+)(?==)|="\s*javascript:/gi) ?? []);

test.each(pages)('%s allows its own scripts and styles and nothing else', (file) => {
  const html = readFileSync(join(DIST, file), 'utf8');
  expect(html.match(/content-security-policy/gi)).toHaveLength(1);
  const { 'script-src': scripts, 'style-src': styles, ...others } = directives(START.exec(html)?.[1] ?? '');
  const isOverlay = isOverlayPath(`/${file}`);
  expect(others).toEqual({
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'", 'https://api.whatsapp.com', 'https://wa.me', 'mailto:'],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': isOverlay ? ['default', 'worker'] : ['worker'],
    ...(isOverlay && { 'style-src-elem': ["'self'", "'unsafe-inline'"] }),
    'connect-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:'],
  });
  expect(scripts).toEqual(["'self'", ...hashes(inline(html, 'script'))].sort());
  expect(styles).toEqual(["'self'", ...hashes(inline(html, 'style'))].sort());
  expect(inlineAttributes(html)).toEqual([]);
});

test('three pages are overlays', () => {
  expect(pages.filter((file) => isOverlayPath(`/${file}`))).toHaveLength(3);
});

test('there are pages, and an inline attribute would be found', () => {
  expect(pages.length).toBeGreaterThan(40);
  expect(
    inlineAttributes('<a title="<b>" style="x"><i data-on="y"><b onclick="z"><a href="javascript:1">'),
  ).toEqual([' style', ' onclick', '="javascript:']);
});
