import type { Forms, TextsOf } from './texts.ts';

type Values = Readonly<Record<string, string | number>>;

/** A text with its values in the places that name them: `{{name}}`. A place without a value stays as it is. */
export const say = (text: string, values: Values): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  );

/** By locale: to make one takes longer than to draw a line of a list. */
const pluralRules: Record<string, Intl.PluralRules> = {};

/** The form of a text that a language (BCP 47) has for `count`, with `{{count}}` and other values in it. */
export const sayCount = (forms: Forms, count: number, locale: string, values: Values = {}): string =>
  say(forms[(pluralRules[locale] ??= new Intl.PluralRules(locale)).select(count)] ?? forms.other, {
    count,
    ...values,
  });

/** The text for a reason that may be none of those it knows. */
export const sayReason = (reasons: Readonly<Record<'unknown', string>>, reason: string): string =>
  Object.entries(reasons).find(([name]) => name === reason)?.[1] ?? reasons.unknown;

/** A sentence with why something failed in it: `{{reason}}`. */
export const sayFailure = (
  sentence: string,
  { kind }: { readonly kind: string },
  texts: TextsOf<'dashboard'>,
): string => say(sentence, { reason: sayReason(texts.dashboard.reasons, kind) });
