import { isGroup } from './phrases.ts';

/** The names of the placeholders in a text. */
export const placesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name);

/** The placeholders that only one of two texts has. */
const unshared = (english: string, own: string): readonly string[] => {
  const [ours, theirs] = [placesIn(own), placesIn(english)];
  return [...ours, ...theirs].filter((name) => ours.includes(name) !== theirs.includes(name));
};

/**
 * The differences between a language's texts and the English ones, by dotted path: missing and unknown keys, lists of
 * another length, missing plural forms, and other placeholders. A group with the key `other` holds the plural forms of
 * one text; all but `other` may omit the count.
 */
export const differences = (english: unknown, own: unknown, locale: string, path = ''): readonly string[] => {
  if (typeof english === 'string' && typeof own === 'string')
    return unshared(english, own).length === 0 ? [] : [`other placeholders: ${path}`];
  if (!isGroup(english) || !isGroup(own) || Array.isArray(english) !== Array.isArray(own))
    return [`${own === undefined ? 'missing' : english === undefined ? 'unknown' : 'another kind'}: ${path}`];
  const plural = typeof english['other'] === 'string';
  const expected: readonly string[] = plural
    ? new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    : Object.keys(english);
  return [...new Set([...expected, ...Object.keys(own)])].flatMap((key) => {
    const at = path === '' ? key : `${path}.${key}`;
    const form = plural && expected.includes(key);
    const [of, text] = [form ? english['other'] : english[key], own[key]];
    const saysNoCount =
      form &&
      key !== 'other' &&
      typeof of === 'string' &&
      typeof text === 'string' &&
      unshared(of, text).every((name) => name === 'count');
    return saysNoCount ? [] : differences(of, text, locale, at);
  });
};
