import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PRODUCT } from '../../../src/config/product.ts';
import { differences } from '../../../src/i18n/differences.ts';
import { LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import type { Area } from '../../../src/i18n/texts.ts';
import { PLACES_FILE, placesFile } from '../../../scripts/text-places.ts';
import { areasIn, leavesIn } from './texts.ts';

/** Labels that the specification writes with capitals. Every other one is in sentence case. */
const SPECIFIED_CAPITALS = new Set([
  'Back to Home',
  'Copy Link',
  'Learn More',
  'Most Popular',
  'Quick Update',
  'Race To',
  'Schedule Demo',
  'Sign In',
  'Start Clock',
  'Stop Clock',
  'View Package',
]);

/** Names within labels. */
const CAPITAL_NAMES =
  /\b(Android|Admins?|Service|Agadir Open|Casablanca|Rabat|Marrakech|Fez|Morocco|WhatsApp|Shoot Out|France|Karim|Club Atlas|Counter tablet|TV Box(?:es)?|Wi-Fi)\b/g;

/** Texts that stay empty until the operator sets them. */
const MAY_BE_EMPTY = '.price';

/** Texts that are the same in two languages on purpose: proper nouns, figures and words that French shares. */
const SAME_ON_PURPOSE = new Set<string>([
  'look.designs.club',
  'look.layouts.tv',
  'look.obs.url',
  'look.sponsors.title',
  'common.screen.table',
  'carousel.pause',
  'common.nav.contact',
  'branding.sponsors.picture',
  'branding.sponsors.title',
  'contact.cards.whatsapp.title',
  'contact.form.mail.message',
  'contact.form.message',
  'dashboard.match.title',
  'dashboard.places.tables',
  'dashboard.form.scoreA',
  'dashboard.form.scoreB',
  'device.roles.admin',
  'device.roles.service',
  'hall.venue',
  'howItWorks.shows.pool',
  'howItWorks.shows.snooker',
  'login.email',
  'machines.buttons.move',
  'match.correct.match',
  'match.fields.break',
  'match.fields.scoreA',
  'match.fields.scoreB',
  'match.new.extension',
  'match.new.shot.blackball',
  'match.new.shot.international',
  'match.new.shot.matchroom',
  'match.new.shot.shootOut',
  'match.new.shot.wepf',
  'match.new.shot.wpa',
  'match.statistics.frames',
  'match.statistics.points',
  'match.log.frame',
  'overlay.break',
  'overlay.numberedTable',
  'overlay.frame',
  'overlay.pushOut',
  'pad.frame',
  'paired.device.roles.admin.title',
  'paired.device.roles.service.title',
  'system.version',
  'pad.line.snookers',
  'pad.pool.pushOut',
  'pad.shot.pause',
  'pricing.plan.choices.pool',
  'pricing.plan.choices.snooker',
  'pricing.plan.tables',
  'resultsReport.total',
  'result.board',
  'result.frames',
  'result.states.scored',
  'result.table',
  'result.whatsApp',
  'results.count.one',
  'results.facts.table',
  'results.filter.table',
  'results.high',
  'room.tables',
  'room.wants.snooker',
  'sign.table',
  'snapshot.match',
  'snapshot.whatsApp',
  'tables.break',
  'tables.counts.tables.one',
  'tables.counts.tables.other',
  'tables.title',
  'paired.television.turns.sponsors',
  'television.kinds.snooker',
  'tournamentDesk.forecast.matches.one',
  'tournamentDesk.forecast.matches.other',
  'tournamentDesk.match.byScore',
  'tournamentDesk.match.score',
  'tournament.podium',
  'tournamentDesk.undoing.tables',
]);

/** Most languages keep the games' names. */
const GAME_NAMES = 'match.games.';

/** Words that the glossary in `docs/words.md` replaced by others. */
const GIVEN_UP: Partial<Record<Locale, RegExp>> = {
  en: /\bhalls?\b|frame in play|as (?:it|they) last|let in\b|\bnot done\b|\bserve\b|https|\bwhoever\b|\bof (?:its|their) own\b|stays? with you|rest is left out|is played in your|getting old/i,
  fr: /\bfonctions?\b|au meilleur des|changements? en attente|mettre en attente|photo du tableau|chez vous|bille jouable|billes remises|passer? .*à l’antenne|marque[rz] (?:une table|(?:ce|un) match)|journaux|du coup|et servent|toute table|adresse Internet|boîte aux lettres|page échoue|liens? marqueur|continue à marquer|peut marquer|marquer ici|qu’on y joue|retrait de l’appel|ce jeu n’a pas|rien n’a été joué|\b(?:de|que) \{\{(?:name|player|by)\}\}/i,
  ar: /جهاز (ال)?تحكم|حمراوات|المسوا|الساعة|ساعة (المباراة|البريك)|شاشات(كم| قاعتكم)|صورة اللوحة|بعثو|نبعث|نوبة|وتخدم|متابعة اللاعب|متصفّح|آخر استخدام|يُستخدم|استُخدم|الخصم|مجددًا|أتريدون|والصقوا|الحقل|يُلغى نداء|\}\} لم يظهر|يستطيع التسجيل|ـ\{\{(?!count)|بثّ /,
};

/** What search results and preview pictures have room for, in characters; see `i18n/README.md`. */
const ROOM: Record<string, number> = { title: 60, description: 155, preview: 70 };

const english = leavesIn('en');
const translated = LOCALE_NAMES.filter((locale) => locale !== 'en');

test.each([...LOCALE_NAMES])('%s says nothing in a word that the glossary gave up', (locale) => {
  expect([...leavesIn(locale)].filter(([, text]) => GIVEN_UP[locale]?.test(text))).toEqual([]);
});

test.each([...LOCALE_NAMES])('%s hides no mark in copied text', (locale) => {
  const hidden = /[\u00AD\u200B\u2060\uFEFF]|[\u2066-\u2068]\{\{(?:email|option|address)\}\}/;
  expect([...leavesIn(locale)].filter(([, text]) => hidden.test(text))).toEqual([]);
});

test.each([...LOCALE_NAMES])('%s fits into search results and previews', (locale) => {
  const long = [...leavesIn(locale)].filter(([key, text]) => {
    const room = key.startsWith('meta.') ? ROOM[key.split('.').at(-1) ?? ''] : undefined;
    return room !== undefined && text.replaceAll('{{product}}', PRODUCT.name).length > room;
  });
  expect(long).toEqual([]);
});

test.each([...LOCALE_NAMES])(
  '%s has the English keys, placeholders and lists, and a form for every count',
  (locale) => {
    expect(differences(areasIn('en'), areasIn(locale), locale)).toEqual([]);
  },
);

test('the compiler knows which texts have places', async () => {
  expect(readFileSync(PLACES_FILE, 'utf8')).toBe(await placesFile());
});

test('French signs stay on the line of their word', () => {
  const loose = /«(?!\u202f)|(?<!\u202f)»|[ \u00a0][:;!?]|\p{L}[;!?]/u;
  expect([...leavesIn('fr')].filter(([, text]) => loose.test(text))).toEqual([]);
});

test('French numbers stay in one line with their units', () => {
  const loose = /(?:\d|\}\}) (?:s|min|h|Mo|%)(?!\p{L})/u;
  expect([...leavesIn('fr')].filter(([, text]) => loose.test(text))).toEqual([]);
});

describe.each(translated)('%s', (locale) => {
  const own = leavesIn(locale);

  test('leaves no text empty', () => {
    expect([...own].filter(([key, text]) => !text.trim() && !key.endsWith(MAY_BE_EMPTY))).toEqual([]);
  });

  test('leaves no text in English', () => {
    const untranslated = [...own].filter(
      ([key, text]) =>
        text === english.get(key) &&
        /\p{L}{3}/u.test(text.replaceAll(/\{\{.*?\}\}/g, '')) &&
        !SAME_ON_PURPOSE.has(key) &&
        !key.startsWith(GAME_NAMES),
    );
    expect(untranslated).toEqual([]);
  });

  test('prints Western digits', () => {
    expect([...own].filter(([, text]) => /[٠-٩۰-۹]/.test(text))).toEqual([]);
  });
});

const source = globSync(
  ['src/**/*.{astro,ts,tsx}', 'supabase/functions/**/*.ts', 'supabase/embedded/auth/mail-words.ts'],
  { exclude: ['src/i18n/places.ts'] },
)
  .map((file) => readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\/|^\s*\/\/.*?$/gms, ''))
  .join('\n');

/** The code with `*` for whatever it puts together: `${name}Frame` is `*Frame`. */
const flat = source.replaceAll(/\$\{[^{}]*\}/g, '*');

const matches = (pattern: string, name: string): boolean =>
  new RegExp(`^(?:${pattern.replaceAll('*', String.raw`[\w-]*`)})$`).test(name);

/** Names that something is looked up by: those in quotes, and those of an object's parts. */
const NAMES = new Set(flat.match(/(?<=['`])[\w*-]*\w{2}[\w*-]*(?=['`])|\w+(?=:)/g));
const PATTERNS = [...NAMES].filter((name) => name.includes('*'));
const isNamed = (name: string): boolean =>
  NAMES.has(name) || PATTERNS.some((pattern) => matches(pattern, name));

/** The code's ways into the texts, with `*` for a computed name: `pad.foot.undo`, `pad.status.*`, `match.log.pot`. */
const ways = (): ReadonlySet<string> => {
  const computed = (index: string): string =>
    /(?:^|\? )['`]([\w*-]+)['`](?: : ['`]([\w*-]+)['`])?$/.exec(index)?.slice(1).filter(Boolean).join('|') ??
    '*';
  const chains = `${source}${flat}`
    .replaceAll(/(?<=\w)\[([^[\]]*)\]/g, (_, index: string) => `.${computed(index)}`)
    .matchAll(/(?:\{([\w\s,]+)\}\s*=\s*)?((?:[\w*|-]+\s*\??\.\s*)*[\w*|-]+)/g);
  const phrases = flat.match(/(?<=['`])[\w*]+(?:\.[\w*]+)+(?=['`])/g) ?? [];
  return new Set([
    ...[...chains].flatMap(([, taken, chain = '']) =>
      (taken?.split(',') ?? ['']).map((name) => `${chain}.${name}`.replaceAll(/\s|\?|\.$/g, '')),
    ),
    ...phrases.map((path) => `match.${path}`),
  ]);
};

/**
 * The texts that a way leads to below a group, by their paths: all of a list and of a count's forms; where a name is
 * computed, all that are named anywhere.
 */
const reached = (value: unknown, [step = '*', ...rest]: readonly string[], path: string): string[] => {
  if (typeof value === 'string') return [path];
  const group = value as Record<string, unknown>;
  const isWhole = Array.isArray(group) || typeof group['other'] === 'string';
  return Object.keys(group)
    .filter((key) => isWhole || (matches(step, key) && (step !== '*' || isNamed(key))))
    .flatMap((key) => reached(group[key], isWhole ? ['.*'] : rest, `${path}.${key}`));
};

// The compiler checks that every used text exists.
test('English labels are in sentence case, except those that the specification writes otherwise', () => {
  const labels = [...english].filter(([, text]) => text !== '' && !/[.!?:…]/.test(text));
  const capitals = labels.filter(
    ([, text]) =>
      !SPECIFIED_CAPITALS.has(text) && /(?<=[\p{Ll},)] )\p{Lu}\p{Ll}/u.test(text.replace(CAPITAL_NAMES, '')),
  );
  expect(capitals.map(([path, text]) => `${path}: ${text}`)).toEqual([]);
  const used = new Set(english.values());
  expect([...SPECIFIED_CAPITALS].filter((label) => !used.has(label))).toEqual([]);
});

test('every text is used', () => {
  const areas = areasIn('en');
  const found = [...ways()].flatMap((way) => {
    const steps = way.split('.');
    return steps.flatMap((area, index) =>
      Object.hasOwn(areas, area) && index + 1 < steps.length
        ? reached(areas[area as Area], steps.slice(index + 1), area)
        : [],
    );
  });
  const used = new Set(found);
  expect([...english.keys()].filter((path) => !used.has(path))).toEqual([]);
});

test('the pad, the room, tables and results have no text of their own for a word of the board', () => {
  const byLanguage = LOCALE_NAMES.map(leavesIn);
  const said = (path: string): string => byLanguage.map((texts) => texts.get(path)).join('\n');
  const paths = [...english.keys()];
  const board = new Set(paths.filter((path) => path.startsWith('overlay.')).map(said));
  // Keys that score are named after the move, not after what the board then says.
  const keys = /^pad\.(keyboard\.command|pool)\./;
  expect(
    paths.filter(
      (path) => /^(pad|room|tables|result)\./.test(path) && !keys.test(path) && board.has(said(path)),
    ),
  ).toEqual([]);
});
