import { readFileSync } from 'node:fs';
import type { Locale } from '../../../src/i18n/locales.ts';
import type { Translate } from '../../../src/i18n/translate.ts';
import { matchTexts, type MatchTexts } from '../../../src/ui/match/texts.ts';
import type { Forms } from '../../../src/ui/say.ts';

/** The texts of a language as its page gives them to its island. */
export const textsOf = (locale: Locale): MatchTexts => {
  const file = JSON.parse(readFileSync(`i18n/${locale}/match.json`, 'utf8')) as unknown;
  const at = (path: string): unknown =>
    path.split('.').reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], file);
  const pick: Pick<Translate, 'pick' | 'forms'> = {
    pick: (_area, names) =>
      Object.fromEntries(names.map((name) => [name, at(name) ?? name])) as Record<
        (typeof names)[number],
        string
      >,
    forms: (key) => at(key.replace('match.', '')) as Forms,
  };
  return matchTexts(pick, locale);
};
