import { describe, expect, test } from 'vitest';
import { pathIn } from '../../../src/i18n/urls.ts';
import { languageLinkAddress, storedLanguageAddress } from '../../../src/core/site/language.ts';

const PREFIXES = { EN: '', FR: '/fr', AR: '/ar' };
const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash });

describe('a stored language', () => {
  test.each([
    ['FR', at('/'), '/fr/'],
    ['AR', at('/features/'), '/ar/features/'],
    ['FR', at('/contact/', '?a=1&b=%D8%B9', '#form'), '/fr/contact/?a=1&b=%D8%B9#form'],
    // Only a whole first part of the path is a prefix.
    ['AR', at('/frames/'), '/ar/frames/'],
  ])('%s leads from %o to %s', (stored, address, to) => {
    expect(storedLanguageAddress(stored, address, PREFIXES)).toBe(to);
  });

  test.each([null, '', 'EN', 'fr', 'DE', '__proto__', 'toString', '{"code":"FR"}'])(
    '%o leaves the page as it is',
    (stored) => {
      expect(storedLanguageAddress(stored, at('/features/'), PREFIXES)).toBeUndefined();
    },
  );

  test.each(['/fr', '/fr/', '/ar/features/'])('leaves the prefixed %s as it is', (pathname) => {
    expect(storedLanguageAddress('AR', at(pathname), PREFIXES)).toBeUndefined();
    expect(storedLanguageAddress('FR', at(pathname), PREFIXES)).toBeUndefined();
  });

  test('is followed by a function that works from its source alone', () => {
    const source = `return (${storedLanguageAddress.toString()})(...arguments)`;
    // oxlint-disable-next-line typescript/no-implied-eval -- pages carry the source in a script.
    const alone = new Function(source) as typeof storedLanguageAddress;
    expect(alone('FR', at('/pricing/', '?a=1'), PREFIXES)).toBe('/fr/pricing/?a=1');
  });
});

test('a page has a path in each language', () => {
  expect((['en', 'fr', 'ar'] as const).map((locale) => pathIn('/fr/score/', locale))).toEqual([
    '/score/',
    '/fr/score/',
    '/ar/score/',
  ]);
  expect(pathIn('/', 'ar')).toBe('/ar/');
});

test('an entry of the language menu keeps query and hash', () => {
  expect(languageLinkAddress('/fr/features/', at('/features/', '?from=chat', '#top'))).toBe(
    '/fr/features/?from=chat#top',
  );
});
