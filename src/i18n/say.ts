import type { Forms, Template, TextsOf } from './texts.ts';

type Values<Place extends string> = Readonly<Record<Place, string | number>>;

/** A text as it is written, with its places. */
const written = (text: Template | string): string => text as string;

/** A text with its values in the places that name them: `{{name}}`. A text without places is as it is. */
export const say = <Place extends string>(text: Template<Place> | string, values: Values<Place>): string =>
  written(text).replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name as Place]) : place,
  );

/** What a text has before and after its only place, for an element to stand there. */
export const around = <Place extends string>(
  text: Template<Place>,
  place: NoInfer<Place>,
): readonly [before: string, after: string] => {
  const [before = '', after = ''] = written(text).split(`{{${place}}}`);
  return [before, after];
};

/** By locale: to make one takes longer than to draw a line of a list. */
const pluralRules: Record<string, Intl.PluralRules> = {};

/** The form of a text that a language (BCP 47) has for `count`, with `{{count}}` and other values in it. */
export const sayCount = <Place extends string>(
  forms: Forms<Place>,
  count: number,
  locale: string,
  ...[values]: Exclude<Place, 'count'> extends never ? [] : [values: Values<Exclude<Place, 'count'>>]
): string =>
  say<string>(forms[(pluralRules[locale] ??= new Intl.PluralRules(locale)).select(count)] ?? forms.other, {
    count,
    ...values,
  });

/** The text for a reason that may be none of those it knows. */
export const sayReason = (reasons: Readonly<Record<'unknown', string>>, reason: string): string =>
  Object.entries(reasons).find(([name]) => name === reason)?.[1] ?? reasons.unknown;

/** A sentence with why something failed in it: `{{reason}}`. */
export const sayFailure = (
  sentence: Template<'reason'>,
  { kind }: { readonly kind: string },
  texts: TextsOf<'dashboard'>,
): string => say(sentence, { reason: sayReason(texts.dashboard.reasons, kind) });
