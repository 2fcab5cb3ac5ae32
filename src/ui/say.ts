type Values = Readonly<Record<string, string | number>>;

/** A text for the counts that a language tells apart, by the names of `Intl.PluralRules`. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** A text with its values in the places that name them: `{{name}}`. A place without a value stays as it is. */
export const say = (text: string, values: Values): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) =>
    Object.keys(values).includes(name) ? String(values[name]) : place,
  );

/** The form of a text that a language (BCP 47) has for `count`, with `{{count}}` and other values in it. */
export const sayCount = (forms: Forms, count: number, locale: string, values: Values = {}): string =>
  say(forms[new Intl.PluralRules(locale).select(count)] ?? forms.other, { count, ...values });
