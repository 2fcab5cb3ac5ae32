import { expect, test } from 'vitest';
import type { Locale } from '../../../src/i18n/locales.ts';
import { leavesIn } from './texts.ts';

/** The site's pages: no visitor needs to read the same seven facts on each. */
const PAGES = ['home', 'features', 'pricing', 'howItWorks', 'contact', 'demo', 'about', 'common'];

/** Where the specification itself asks for them: its lists, its panel and note, its area, its labels. */
const SPECIFIED = [
  'pricing.package.items.',
  'pricing.package.note',
  'home.panel.note',
  'home.final.cta',
  'contact.area.text',
  // A drawing, and a form.
  'howItWorks.shows.',
  'howItWorks.components.',
  'pricing.plan.',
  'features.package.items.',
  /^\w+\.carousel\.slides\./,
];

const FACTS: Record<string, Record<Locale, RegExp>> = {
  'installed remotely': {
    en: /install|\bremotely\b/i,
    fr: /install|à distance/i,
    ar: /تركيب|نركّب|نثبّت|عن بُعد/,
  },
  'training and support': {
    en: /\btrain|\bsupport\b(?!$)/i,
    fr: /\bform(?:ation|ons)|assistance/i,
    ar: /تدريب|ندرّب|الدعم|ودعم/,
  },
  'a waiting list': {
    en: /\bqueue|waiting list/i,
    fr: /\bfile\b|liste d’attente/i,
    ar: /طابور|قائمة الانتظار/,
  },
  'one payment': {
    en: /pay once|one payment|one-time|paid once/i,
    fr: /un seul paiement|payez (?:une|en une) fois/i,
    ar: /دفعة واحدة|مرة واحدة|ادفعوا مرة/,
  },
  'updates for life': {
    en: /lifetime updates|new versions/i,
    fr: /mises à jour|nouvelles versions/i,
    ar: /تحديثات|الإصدارات/,
  },
  'no monthly fee': {
    en: /monthly|subscription/i,
    fr: /frais mensuels|abonnement/i,
    ar: /رسوم شهرية|اشتراك/,
  },
  'HD and 4K': { en: /\b4K\b/, fr: /\b4K\b/, ar: /4K\b/ },
};

/** The section of a page that a text is in: `home.why.benefits.updates.desc` is in `home.why`. */
const sectionOf = (key: string): string => key.split('.').slice(0, 2).join('.');

for (const [fact, words] of Object.entries(FACTS)) {
  test.each(Object.entries(words))(`${fact} is told in two sections at most (%s)`, (locale, told) => {
    const sections = [...leavesIn(locale as Locale)]
      .filter(([key, text]) => PAGES.includes(key.split('.')[0] ?? '') && told.test(text))
      .filter(
        ([key]) =>
          !SPECIFIED.some((part) => (part instanceof RegExp ? part.test(key) : key.startsWith(part))),
      )
      .map(([key]) => sectionOf(key));
    expect(new Set(sections).size, [...new Set(sections)].join(', ')).toBeLessThanOrEqual(2);
    // A fact that no text tells would be found in none.
    expect(sections.length).toBeGreaterThan(0);
  });
}
