import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import astroI18next from '../../astro-i18next.config.ts';
import { LOCALE_NAMES, type Locale } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { unbroken } from '../../src/i18n/unbroken.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const resources = Object.fromEntries(
  LOCALE_NAMES.map((locale) => [
    locale,
    Object.fromEntries(
      astroI18next.namespaces.map((area) => [area, read(`i18n/${locale}/${area}.json`)]),
    ) as Record<string, object>,
  ]),
);

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(texts);

beforeAll(() =>
  i18next.init({
    resources,
    fallbackLng: false,
    interpolation: { escapeValue: false },
    returnEmptyString: true,
    initAsync: false,
  }),
);

describe('no line ends within', () => {
  test.each([
    ['8-Ball', 'An 8-Ball table', 'An 8-\u2060Ball table'],
    ['Wi-Fi', 'et d’une connexion Wi-Fi.', 'et d’une connexion Wi-\u2060Fi.'],
    ['un seul paiement', 'Un pack. Un seul paiement.', 'Un pack. Un\u00a0seul\u00a0paiement.'],
    ['par jour', 'archivé par jour', 'archivé par\u00a0jour'],
  ])('“%s”', (_, written, shown) => {
    expect(unbroken(written)).toBe(shown);
  });

  test('and every other word stays as it is written', () => {
    expect(unbroken('One-time payment, paid once')).toBe('One-time payment, paid once');
  });
});

test.each<Locale>(['en', 'fr'])('%s: texts, lists and lists of cards say it to visitors only', (locale) => {
  const [visitor, machine] = [translator(locale), translator(locale, 'machine')];
  const shown = [
    [visitor('home.hero.subtitle'), machine('home.hero.subtitle')],
    [visitor.pick('howItWorks.shows', ['pool']), machine.pick('howItWorks.shows', ['pool'])],
    [visitor.list('pricing.package.items'), machine.list('pricing.package.items')],
    [visitor.list('pricing.faq.items'), machine.list('pricing.faq.items')],
  ];
  for (const [toVisitor, toMachine] of shown) {
    const [seen, written] = [texts(toVisitor).join('\n'), texts(toMachine).join('\n')];
    expect(seen).toContain('8-\u2060Ball');
    expect(seen).not.toContain('8-Ball');
    expect(written).toContain('8-Ball');
    expect(written).not.toMatch(/[\u2060\u00a0]/);
  }
});

test('a missing text shows its key, a missing list the English one', () => {
  i18next.addResourceBundle('fr', 'pricing', { package: { items: 'none' } }, true, true);
  expect(translator('fr')('home.hero.nothing')).toBe('home.hero.nothing');
  expect(translator('fr').list('pricing.package.items')).toEqual(
    translator('en').list('pricing.package.items'),
  );
});

test('what a page doesn’t know yet stays in its place, and a text has the forms of its language', () => {
  i18next.addResourceBundle('ar', 'common', { racks: { one: 'جولة', other: '{{count}} جولة' } }, true, true);
  i18next.addResourceBundle('ar', 'common', { to: 'الجولة {{rack}} لـ{{player}}' }, true, true);
  expect(translator('ar').forms('common.racks')).toEqual({ one: 'جولة', other: '{{count}} جولة' });
  expect(translator('ar').forms('common.none')).toEqual({ other: 'common.none' });
  expect(translator('ar').pick('common', ['to'])).toEqual({ to: 'الجولة {{rack}} لـ{{player}}' });
});
