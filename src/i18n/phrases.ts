import { isolated } from './isolated.ts';
import { formatMessage, formatCount } from './format.ts';
import type { Forms, MatchText, TextsOf } from './texts.ts';

/** A player's name, as typed. */
export interface Name {
  readonly name: string;
}

/**
 * A text that can be shown in any language: a key of `match.json` and the values to fill in. If the text has plural
 * forms, `values.count` selects one.
 */
export interface Phrase {
  readonly key: MatchText;
  readonly values?: Readonly<Record<string, number | Name | Phrase>>;
  /** Further phrases to append. */
  readonly also?: readonly Phrase[];
}

/** Whether a value of the texts is a group of them. */
export const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The text of a key. It may be missing, because refusals may come from newer servers. */
const template = ({ match }: TextsOf<'match'>, key: string): string | Forms => {
  const text = key
    .split('.')
    .reduce<unknown>(
      (group, name) => (isGroup(group) && Object.hasOwn(group, name) ? group[name] : null),
      match,
    );
  return typeof text === 'string' || (isGroup(text) && 'other' in text)
    ? (text as string | Forms)
    : match.refused.unknown;
};

const valueText = (texts: TextsOf<'match'>, value: number | Name | Phrase): string | number => {
  if (typeof value === 'number') return value;
  return 'name' in value ? isolated(value.name) : within(texts, value);
};

/** A player's name for a heading or label. */
export const nameText = (texts: TextsOf<'match'>, player: Name | Phrase): string =>
  String(valueText(texts, player));

/** A phrase within a sentence. */
const within = (texts: TextsOf<'match'>, { key, values = {}, also = [] }: Phrase): string => {
  const said = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, valueText(texts, value)]),
  );
  const text = template(texts, key);
  const first =
    typeof text === 'string'
      ? formatMessage(text, said)
      : formatCount(text, Number(said['count'] ?? 0), texts.locale, said);
  return [first, ...also.map((more) => within(texts, more))].join(texts.match.comma);
};

/** A text with an initial capital, for the beginning of a line. */
export const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** A phrase as a separate line. Names in it are bidi-isolated, so it is safe inside any text. */
export const inWords = (texts: TextsOf<'match'>, phrase: Phrase): string => capital(within(texts, phrase));
