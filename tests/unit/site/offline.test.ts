import { expect, test } from 'vitest';
import { importsOf, keptAt, pageAddress } from '../../../src/core/site/offline.ts';
import { localeOf } from '../../../src/i18n/urls.ts';

test.each([
  ['/', 'page'],
  ['/features', 'page'],
  ['/ar/s/gd/', 'page'],
  ['/dashboard/', 'page'],
  ['/overlays-explained/', 'page'],
  ['/_astro/client.Cd-EeyjT.js', 'hashed'],
  ['/images/1.jpg', 'picture'],
  ['/overlay', 'nothing'],
  ['/overlay/AbCdEfGhIjKlMnOpQrStUvWx', 'nothing'],
  ['/fr/overlay/', 'nothing'],
  ['/ar/overlay/AbCdEfGhIjKlMnOpQrStUvWx', 'nothing'],
  ['/auth/v1/token', 'nothing'],
  ['/rest/v1/rpc/get_overlay', 'nothing'],
  ['/realtime/v1/websocket', 'nothing'],
  ['/functions/v1/snapshot', 'nothing'],
  ['/functions/v1/snapshot/1.jpg', 'nothing'],
  ['/service-worker.js', 'nothing'],
  ['/manifest.webmanifest', 'nothing'],
])('at %s is kept: %s', (path, kept) => {
  expect(keptAt(path)).toBe(kept);
});

test.each([
  ['/', 'en'],
  ['/features/', 'en'],
  ['/france/', 'en'],
  ['/fr', 'fr'],
  ['/fr/features/', 'fr'],
  ['/ar/', 'ar'],
])('%s is in %s', (path, locale) => {
  expect(localeOf(path)).toBe(locale);
});

test.each([
  ['https://cueboard.test/snapshot?match=demo-b1', 'https://cueboard.test/snapshot/'],
  ['https://cueboard.test/snapshot/#board', 'https://cueboard.test/snapshot/'],
  ['https://cueboard.test/', 'https://cueboard.test/'],
  ['https://club.test/fr/s/gd/7EnQtiq7-M5DgepT6ogn00?match=demo-b1', 'https://club.test/fr/s/gd/'],
  ['https://club.test/r/AAAAAAAAAAAAAAAAAAAAAA?rev=2', 'https://club.test/r/'],
  ['https://club.test/ar/t/00000000-0000-4000-8000-000000000001#7', 'https://club.test/ar/t/'],
])('%s is kept as %s', (address, kept) => {
  expect(pageAddress(address)).toBe(kept);
});

test('a built script names what it imports', () => {
  const script =
    'import{a as b}from"./react.Ab1-_2.js";import"./side.js";import c,{d}from`../up.js`;export*from\'./all.js\';' +
    'import("./later.js");const from="./no.js";x.from("./neither.js");import e from"react"';
  expect(importsOf(script, 'https://club.test/_astro/Form.js')).toEqual(
    ['_astro/react.Ab1-_2.js', '_astro/side.js', 'up.js', '_astro/all.js'].map(
      (path) => `https://club.test/${path}`,
    ),
  );
});
