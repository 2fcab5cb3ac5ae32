import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SERVICE_WORKER } from '../../src/config/app.ts';
import { FLOORS } from '../../src/config/floor.ts';
import { ROUTES } from '../../src/config/routes.ts';
import { addMissingFunctions } from '../../src/browser/missing-functions.ts';
import { DIST } from '../../supabase/embedded/data/paths.ts';
import type { Floor } from '../common/compat.ts';
import { droppedFrom, hasNewerSyntax, methodsIn, newerIn, stylesIn, type Use } from './newer.ts';

/**
 * The built scripts, dependencies included, against `src/config/floor.ts`: a page uses nothing that the oldest of its
 * browsers lack, unless each page adds it first or the code asks whether it is there.
 */

/**
 * Newer than a floor by its name, and why that is right: the code asks whether it exists, works without it, or means
 * its own.
 */
const RIGHT: Readonly<Record<string, string>> = {
  '.createScriptURL()': 'WakePage.astro: of a policy, which it asks for',
  '.createWritable()': 'files.ts: of a file that showSaveFilePicker gave, which is asked for',
  '.move()': 'the words of a move, and tables',
  '.navigate()': 'React: of navigation, which it asks for',
  '.replaceSync()': 'add-styles.ts asks for adoptedStyleSheets, which came with it',
  '.segment()': 'graphemes.ts: of a segmenter, which it asks for',
  '.skipTransition()': 'React: of a transition, which it begins only where it can',
  '.startViewTransition()': 'React tries it and goes on without',
  '.createPolicy()': 'WakePage.astro: of trustedTypes, which it asks for',
  '.use()': 'React: of its own hooks',
  'Intl.Segmenter': 'graphemes.ts asks for it',
  'Intl.supportedValuesOf': 'zone.ts asks for it',
  'document.adoptedStyleSheets': 'add-styles.ts asks for it',
  'document.exitFullscreen': 'useWall.ts: where fullscreenElement shows that it is there',
  'document.fullscreenElement': 'useWall.ts: absent, it is no element',
  'navigator.canShare': 'snapshot.ts asks for it',
  'navigator.connection': 'React asks for it',
  'navigator.share': 'sharing.ts asks for it',
  'navigator.vibrate': 'vibrate.ts asks for it',
  'navigator.wakeLock': 'awake.ts plays a video where it is absent',
  'new CSSStyleSheet': 'add-styles.ts asks for adoptedStyleSheets, which came with it',
  'window.trustedTypes': 'WakePage.astro asks for it',
  navigation: 'React asks for it',
  reportError: 'React asks for it',
  requestIdleCallback: 'WakePage.astro and client-use.ts ask for it',
  setImmediate: 'React asks for it',
};

/** The functions that every page adds where they are missing, by the names of their uses. */
const added = ((): ReadonlySet<string> => {
  const names = new Set<string>();
  const noting = <Owner extends object>(owner: Owner, ...prefixes: readonly string[]): Owner =>
    new Proxy(owner, {
      defineProperty: (_target, name) => {
        for (const prefix of prefixes) names.add(`${prefix}.${String(name)}`);
        names.add(`.${String(name)}()`);
        return true;
      },
    });
  addMissingFunctions({
    Object: noting({}, 'Object'),
    Array: { prototype: noting({}) },
    String: { prototype: noting({}) },
    AbortSignal: noting({ prototype: noting({}) }, 'AbortSignal'),
  });
  return names;
})();

const read = (file: string): string => readFileSync(join(DIST, file), 'utf8');
const chunks = globSync('_astro/*.js', { cwd: DIST });
const pages = globSync('**/*.html', { cwd: DIST });

/** The scripts that a text names: those it imports, now or later, and those that a page hydrates with. */
const namedIn = (text: string): string[] =>
  chunks.filter((file) => text.includes(file.slice('_astro/'.length)));

const reachedFrom = (file: string, reached = new Set<string>()): Set<string> => {
  for (const next of namedIn(read(file))) {
    if (reached.has(next)) continue;
    reached.add(next);
    reachedFrom(next, reached);
  }
  return reached;
};

const isScreen = (page: string): boolean =>
  [ROUTES.overlay, ROUTES.tv].some((route) => `/${page}`.endsWith(`${route}index.html`));
const screens = new Set(pages.filter(isScreen).flatMap((page) => [...reachedFrom(page)]));

const inlineScripts = (page: string): string[] =>
  [...read(page).matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(
    ([, attributes = '', code = '']) =>
      attributes.includes('application/ld+json') || code === '' ? [] : [code],
  );

interface Script {
  readonly name: string;
  readonly code: string;
  readonly floor: Floor;
}

const BOTH = { ...FLOORS.pages, ...FLOORS.screens };

const scripts: readonly Script[] = [
  ...chunks.map((name) => ({ name, code: read(name), floor: screens.has(name) ? BOTH : FLOORS.pages })),
  // One for pages and televisions.
  { name: SERVICE_WORKER, code: read(SERVICE_WORKER), floor: BOTH },
  // Most pages have the same ones.
  ...new Map(
    pages.flatMap((page) =>
      inlineScripts(page).map((code) => {
        const floor = isScreen(page) ? BOTH : FLOORS.pages;
        return [`${code} ${JSON.stringify(floor)}`, { name: page, code, floor }] as const;
      }),
    ),
  ).values(),
];

const methods = new Set([...chunks, SERVICE_WORKER].flatMap((file) => [...methodsIn(read(file))]));
const newer = ({ name, code, floor }: Script): (Use & { readonly script: string })[] =>
  newerIn(code, floor, methods).map((use) => ({ ...use, script: name }));

const uses = scripts.flatMap(newer);

test('no page uses a function that the oldest of its browsers lack', () => {
  const wrong = uses.filter(({ name }) => !added.has(name) && !(name in RIGHT));
  expect(
    wrong.map(
      ({ script, name, lacking, code }) => `${script}: ${name} needs ${lacking.join(', ')}: …${code}…`,
    ),
  ).toEqual([]);
});

test('the build has rewritten all syntax that they can’t read', async () => {
  const unread = await Promise.all(
    scripts.map(async ({ name, code, floor }) => ((await hasNewerSyntax(code, floor)) ? [name] : [])),
  );
  expect(unread.flat()).toEqual([]);
});

/** The styles of screens, in their pages and in the scripts that add them. */
const screenStyles = (): string => {
  const inlined = pages
    .filter(isScreen)
    .flatMap((page) =>
      [...read(page).matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css),
    );
  const added = [...screens].map((file) => stylesIn(read(file)));
  expect(added.join('').length).toBeGreaterThan(1000);
  return [...inlined, ...added].join('\n');
};

test('no rule of a screen’s styles is dropped by the oldest of its browsers', () => {
  expect(droppedFrom(screenStyles(), FLOORS.screens)).toEqual([]);
});

test('no edge on a screen is an outline, which is square before Chromium 94 however round its part is', () => {
  const outlined = [...screenStyles().matchAll(/([^{}]+)\{[^{}]*\boutline:[^{}]*\}/g)]
    .map(([, selector = '']) => selector)
    .filter((selector) => !selector.includes(':focus-visible'));
  expect(outlined).toEqual([]);
});

test.each([
  '@layer a{b{c:d}}',
  '@container (width>1px){a{b:c}}',
  'a:has(b){c:d}',
  '@media (width>=1px){a{b:c}}',
])('planted styles are found: %s', (css) => {
  expect(droppedFrom(css, FLOORS.screens)).not.toEqual([]);
  expect(droppedFrom(stylesIn(`f(${JSON.stringify(css)})`), FLOORS.screens)).not.toEqual([]);
});

test('nothing is allowed or added that no page uses', () => {
  const names = new Set(uses.map(({ name }) => name));
  expect(Object.keys(RIGHT).filter((name) => !names.has(name))).toEqual([]);
  const unused = [...added].filter((name) => !names.has(name) && !/^\.(hasOwn|timeout)\(/.test(name));
  expect(unused).toEqual([]);
});

test('televisions and overlays share few scripts with the desk', () => {
  expect(screens.size).toBeGreaterThan(10);
  expect(screens.size).toBeLessThan(chunks.length / 2);
});

test.each([
  ['Object.groupBy(a, b)', 'Object.groupBy'],
  ['Promise.withResolvers()', 'Promise.withResolvers'],
  ['Promise.try(f)', 'Promise.try'],
  ['Array.fromAsync(a)', 'Array.fromAsync'],
  ['AbortSignal.any([a])', 'AbortSignal.any'],
  ['a.b.toSpliced(0, 1)', '.toSpliced()'],
  ['a.with(0, 1)', '.with()'],
  ['a?.toReversed()', '.toReversed()'],
  ['f(a).findLastIndex(b)', '.findLastIndex()'],
  ['a.union(b)', '.union()'],
  ['a.isWellFormed()', '.isWellFormed()'],
  ['structuredClone(a)', 'structuredClone'],
  ['f(new CompressionStream("gzip"))', 'CompressionStream'],
  ['new URLPattern({})', 'URLPattern'],
  ['navigator.userActivation.isActive', 'navigator.userActivation'],
  ['document.startViewTransition(f)', 'document.startViewTransition'],
  ['form.requestSubmit()', '.requestSubmit()'],
  ['f.querySelector(":not(:has(p))")', ':has'],
  ['f.closest(`dialog:modal`)', ':modal'],
  ['a.split(/(?<=b)c/)', 'lookbehind'],
  ['new RegExp("[a&&b]", "v")', 'flag v'],
])('a planted %s is found', (planted, name) => {
  const [overlay = ''] = [...screens];
  const found = newerIn(`${read(overlay)};\n${planted}`, BOTH, methods);
  expect(found.map((use) => use.name)).toContain(name);
});

test.each(['a.toSpliced?.(0, 1)', 'typeof structuredClone', 'f({ structuredClone: 1 }).structuredClone'])(
  'a planted %s asks first, or is something else',
  (planted) => expect(newerIn(planted, BOTH)).toEqual([]),
);

test.each(['class A { static { f(); } }', 'x = class { #a; has(o) { return #a in o; } }'])(
  'planted syntax is found: %s',
  async (planted) => expect(await hasNewerSyntax(planted, BOTH)).toBe(true),
);
