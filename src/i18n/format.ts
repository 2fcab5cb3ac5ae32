import type { Forms, Template, TextsOf } from './texts.ts';

type Values<Place extends string> = Readonly<Record<Place, string | number>>;

/** A text with its placeholders. */
const written = (text: Template | string): string => text as string;

/** A text with values in place of its `{{name}}` placeholders. A text without placeholders is returned as is. */
export const formatMessage = <Place extends string>(
  text: Template<Place> | string,
  values: Values<Place>,
): string =>
  written(text).replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name as Place]) : place,
  );

/** The parts of a text before and after its only placeholder, for putting an element in between. */
export const around = <Place extends string>(
  text: Template<Place>,
  place: NoInfer<Place>,
): readonly [before: string, after: string] => {
  const [before = '', after = ''] = written(text).split(`{{${place}}}`);
  return [before, after];
};

/** Cached by locale: creating one takes longer than rendering a list line. */
const pluralRules: Record<string, Intl.PluralRules> = {};

/** A language's plural form (BCP 47) of a text for `count`, with `{{count}}` and other values filled in. */
export const formatCount = <Place extends string>(
  forms: Forms<Place>,
  count: number,
  locale: string,
  ...[values]: Exclude<Place, 'count'> extends never ? [] : [values: Values<Exclude<Place, 'count'>>]
): string =>
  formatMessage<string>(
    forms[(pluralRules[locale] ??= new Intl.PluralRules(locale)).select(count)] ?? forms.other,
    {
      count,
      ...values,
    },
  );

/** The text for a reason; a generic one if the reason is unknown. */
export const formatReason = (reasons: Readonly<Record<'unknown', string>>, reason: string): string =>
  Object.entries(reasons).find(([name]) => name === reason)?.[1] ?? reasons.unknown;

/** A sentence with the reason for a failure in place of `{{reason}}`. */
export const formatFailure = (
  sentence: Template<'reason'>,
  { kind }: { readonly kind: string },
  texts: TextsOf<'dashboard'>,
): string => formatMessage(sentence, { reason: formatReason(texts.dashboard.reasons, kind) });
