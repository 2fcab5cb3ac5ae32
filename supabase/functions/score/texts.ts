import type { Phrase } from '../../../src/i18n/phrases.ts';
import { DEFAULT_LOCALE, LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import { inWords } from '../../../src/i18n/phrases.ts';
import { MATCH_TEXTS } from '../_shared/texts.ts';

/** Says phrases about a match in one language. */
export const phraseFormatter =
  (locale: Locale) =>
  (phrase: Phrase): string =>
    inWords({ match: MATCH_TEXTS[locale], locale }, phrase);

/** The available language that a request prefers. */
export const localeOf = (request: Request): Locale => {
  const asked = (request.headers.get('accept-language') ?? '')
    .split(',')
    .map((range) => {
      const [name = '', ...parameters] = range.trim().toLowerCase().split(';');
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { name: name.split('-', 1)[0], weight: weight === undefined ? 1 : Number(weight.split('=')[1]) };
    })
    .sort((one, other) => other.weight - one.weight);
  const found = asked.find(
    ({ name, weight }) => weight > 0 && LOCALE_NAMES.some((locale) => locale === name),
  );
  return LOCALE_NAMES.find((locale) => locale === found?.name) ?? DEFAULT_LOCALE;
};
