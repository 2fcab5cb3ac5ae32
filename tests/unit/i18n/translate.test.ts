import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { PRODUCT } from '../../../src/config/product.ts';
import { differences } from '../../../src/i18n/differences.ts';
import { LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import { textsOf, writtenTextsOf } from '../../../src/i18n/translate.ts';
import { unbroken } from '../../../src/i18n/unbroken.ts';
import { areasIn } from './texts.ts';

const resources = Object.fromEntries(LOCALE_NAMES.map((locale) => [locale, { ...areasIn(locale) }]));

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
  const [visitor, machine] = [textsOf, writtenTextsOf].map((read) => {
    const { features, howItWorks, pricing } = read(locale, 'features', 'howItWorks', 'pricing');
    return [
      features.cards.pool.title,
      howItWorks.shows.pool,
      pricing.package.items,
      features.carousel.slides,
    ];
  });
  for (const [index, toVisitor] of (visitor ?? []).entries()) {
    const [seen, written] = [JSON.stringify(toVisitor), JSON.stringify(machine?.[index])];
    expect(seen).toContain('8-\u2060Ball');
    expect(seen).not.toContain('8-Ball');
    expect(written).toContain('8-Ball');
    expect(written).not.toMatch(/[\u2060\u00a0]/);
  }
});

test('the product’s own values are filled in, and other placeholders stay', () => {
  const { match, contact, locale } = textsOf('ar', 'match', 'contact');
  expect(contact.cards.whatsapp.greeting).toContain(PRODUCT.name);
  expect(match.log.rack).toContain('{{rack}}');
  expect(match.log.reds).toHaveProperty('few');
  expect(locale).toBe('ar');
});

test('a language that differs from the English one can’t be read', () => {
  i18next.addResourceBundle('fr', 'offline', { more: 'Hors ligne' }, true);
  expect(() => textsOf('fr', 'offline')).toThrow(/^i18n\/fr\/offline\.json: unknown: more/);
  i18next.removeResourceBundle('fr', 'offline');
  expect(() => textsOf('fr', 'offline')).toThrow('missing');
});

test.each([
  [{ a: 'A', b: 'B' }, { a: 'A' }, ['missing: b']],
  [{ a: 'A' }, { a: 'A', b: 'B' }, ['unknown: b']],
  [{ a: { b: 'B' } }, { a: 'A' }, ['another kind: a']],
  [{ a: ['1', '2'] }, { a: ['1'] }, ['missing: a.1']],
  [{ a: '{{n}} of {{all}}' }, { a: '{{all}}, {{n}}' }, []],
  [{ a: '{{n}}' }, { a: '{{name}}' }, ['other placeholders: a']],
  [{ one: '{{count}} red', other: '{{count}} reds' }, { one: 'rouge', other: '{{count}} rouges' }, []],
  [{ one: '{{count}} red', other: '{{count}} reds' }, { other: '{{count}} rouges' }, ['missing: one']],
  [{ one: 'red', other: '{{count}} reds' }, { one: 'rouge', other: 'rouges' }, ['other placeholders: other']],
  [
    { one: 'red', other: '{{count}} reds' },
    { one: '{{cuont}} rouge', other: '{{count}} rouges' },
    ['other placeholders: one'],
  ],
])('%j as %j: %j', (english, own, found) => {
  expect(differences(english, own, 'de')).toEqual(found);
});
