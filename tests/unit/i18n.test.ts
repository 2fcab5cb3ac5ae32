import { globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PRODUCT } from '../../src/config/product.ts';
import { LAYOUT_NAMES } from '../../src/core/overlay/layouts.ts';
import { DESIGNS } from '../../src/core/overlay/look.ts';
import { LOCALE_NAMES, type Locale } from '../../src/i18n/locales.ts';

type Leaves = ReadonlyMap<string, string>;

/** Texts that stay empty until the operator sets them. */
const MAY_BE_EMPTY = '.price';

/** Texts that are the same in two languages on purpose: proper nouns, figures and words that French shares. */
const SAME_ON_PURPOSE = new Set<string>([
  'air.designs.club',
  'air.layouts.tv',
  'air.obs.url',
  'air.sponsors.title',
  'common.screen.break',
  'common.screen.frame',
  'common.screen.table',
  'common.carousel.pause',
  'common.footer.email',
  'common.nav.contact',
  'contact.cards.email.title',
  'dressing.sponsors.picture',
  'dressing.sponsors.title',
  'contact.cards.whatsapp.title',
  'contact.form.email',
  'contact.form.mail.email',
  'contact.form.mail.message',
  'contact.form.message',
  'dashboard.match.title',
  'dashboard.form.scoreA',
  'dashboard.form.scoreB',
  'howItWorks.shows.pool',
  'howItWorks.shows.snooker',
  'login.email',
  'match.correct.match',
  'match.fields.break',
  'match.fields.scoreA',
  'match.fields.scoreB',
  'match.games.plain',
  'match.games.eight-ball',
  'match.games.snooker',
  'match.new.extension',
  'match.new.shot.blackball',
  'match.new.shot.international',
  'match.new.shot.shootOut',
  'match.new.shot.wepf',
  'match.new.shot.wpa',
  'match.statistics.frames',
  'match.statistics.points',
  'match.told.frame',
  'overlay.break',
  'overlay.frame',
  'pad.frame',
  'pad.line.break',
  'pad.line.snookers',
  'pad.keyboard.eight-ball',
  'pad.keyboard.snooker',
  'pad.shot.pause',
  'picture.break',
  'picture.frame',
  'pictures.sign.table',
  'snapshot.match',
  'snapshot.whatsApp',
  'tables.break',
  'tables.counts.tables.one',
  'tables.counts.tables.other',
]);

/** Words that the glossary in `docs/words.md` replaced by others. */
const GIVEN_UP: Record<Locale, RegExp> = {
  en: /\bhalls?\b|frame in play/i,
  fr: /\bfonctions?\b|photo du tableau|chez vous/i,
  ar: /جهاز (ال)?تحكم|الساعة|ساعة (المباراة|البريك)|شاشات(كم| قاعتكم)|صورة اللوحة|بعثو|نبعث/,
};

/** What search results and preview pictures have room for, in characters; see `i18n/README.md`. */
const ROOM: Record<string, number> = { title: 60, description: 155, preview: 70 };

const leavesOf = (value: unknown, path: string): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value as Record<string, unknown>).flatMap(([key, child]) =>
        leavesOf(child, `${path}.${key}`),
      );

const areas = (locale: Locale): string[] =>
  readdirSync(`i18n/${locale}`).map((file) => file.replace(/\.json$/, ''));

const texts = (locale: Locale): Leaves =>
  new Map(
    areas(locale).flatMap((area) =>
      leavesOf(JSON.parse(readFileSync(`i18n/${locale}/${area}.json`, 'utf8')), area),
    ),
  );

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? '').sort();

/** The text that a key is a form of, for the counts that a language tells apart. */
const formOf = (own: Leaves, key: string): string | null => {
  const whole = key.replace(/\.(zero|one|two|few|many|other)$/, '');
  return whole !== key && own.has(`${whole}.other`) ? whole : null;
};

/** The keys that all languages share: one for all forms of a text. */
const sharedKeys = (own: Leaves): string[] =>
  [...new Set([...own.keys()].map((key) => formOf(own, key) ?? key))].sort();

const english = texts('en');
const translated = LOCALE_NAMES.filter((locale) => locale !== 'en');
const source = globSync(['src/**/*.{astro,ts,tsx}', 'supabase/functions/**/*.ts'])
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

test.each([...LOCALE_NAMES])('%s says nothing in a word that the glossary gave up', (locale) => {
  expect([...texts(locale)].filter(([, text]) => GIVEN_UP[locale].test(text))).toEqual([]);
});

test.each([...LOCALE_NAMES])('%s fits into search results and previews', (locale) => {
  const long = [...texts(locale)].filter(([key, text]) => {
    const room = key.startsWith('meta.') ? ROOM[key.split('.').at(-1) ?? ''] : undefined;
    return room !== undefined && text.replaceAll('{{product}}', PRODUCT.name).length > room;
  });
  expect(long).toEqual([]);
});

test.each([...LOCALE_NAMES])('%s has a form for every count', (locale) => {
  const own = texts(locale);
  const rules = new Intl.PluralRules(locale);
  const categories = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
  const missing = sharedKeys(own).flatMap((key) =>
    own.has(`${key}.other`) ? [...categories].map((category) => `${key}.${category}`) : [],
  );
  expect(missing.filter((key) => !own.has(key))).toEqual([]);
});

test('French signs stay in one line with what they belong to', () => {
  const loose = /«(?!\u202f)|(?<!\u202f)»|[ \u00a0][:;!?]|\p{L}[;!?]/u;
  expect([...texts('fr')].filter(([, text]) => loose.test(text))).toEqual([]);
});

describe.each(translated)('%s', (locale) => {
  const own = texts(locale);

  test('has exactly the English keys', () => {
    expect(sharedKeys(own)).toEqual(sharedKeys(english));
  });

  test('has the same placeholders in every text', () => {
    const different = [...english].filter(
      ([key, text]) =>
        placeholders(text).join() !== placeholders(own.get(key) ?? '').join() &&
        (formOf(english, key) === null || key.endsWith('.other')),
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });

  test('leaves no text empty', () => {
    expect([...own].filter(([key, text]) => !text.trim() && !key.endsWith(MAY_BE_EMPTY))).toEqual([]);
  });

  test('leaves no text in English', () => {
    const untranslated = [...own].filter(
      ([key, text]) =>
        text === english.get(key) &&
        /\p{L}{3}/u.test(text.replaceAll(/\{\{.*?\}\}/g, '')) &&
        !SAME_ON_PURPOSE.has(key),
    );
    expect(untranslated).toEqual([]);
  });

  test('prints Western digits', () => {
    expect([...own].filter(([, text]) => /[٠-٩۰-۹]/.test(text))).toEqual([]);
  });
});

/** What stands in quotes, and whatever a longer path in quotes begins with. */
const quoted = (): ReadonlySet<string> => {
  const paths = new Set<string>();
  for (const [, path = ''] of source.matchAll(/['"`]([\w.-]+)(?=['"`$])/g)) {
    const parts = path.split('.');
    for (let count = 1; count <= parts.length; count += 1) paths.add(parts.slice(0, count).join('.'));
  }
  return paths;
};

// They are picked by lists of names, which no quote gives away.
test('every layout and every design has a name', () => {
  const names = [
    ...LAYOUT_NAMES.map((name) => `layouts.${name}`),
    ...DESIGNS.map((name) => `designs.${name}`),
  ];
  expect(names.filter((name) => !english.has(`air.${name}`))).toEqual([]);
});

test('every key is used', () => {
  const inQuotes = quoted();
  const areas = (pattern: RegExp): ReadonlySet<string | undefined> =>
    new Set([...source.matchAll(pattern)].map(([, area]) => area));
  const picked = areas(/pick\('(\w+)'/g);
  const imported = areas(/\/en\/(\w+)\.json'/g);
  const unused = sharedKeys(english).filter((key) => {
    const parts = key.split('.');
    const [area, ...rest] = parts;
    const name = rest.join('.');
    // A list or a group may be read whole, by its own path; a group's last parts may be picked by name.
    return (
      !rest.some((_, index) => inQuotes.has(parts.slice(0, parts.length - index).join('.'))) &&
      !(picked.has(area) && inQuotes.has(name)) &&
      // Texts that are imported whole are typed, and used as what they are.
      !(imported.has(area) && new RegExp(`['.]${name.replaceAll('.', String.raw`\.`)}\\b`).test(source))
    );
  });
  expect(unused).toEqual([]);
});
