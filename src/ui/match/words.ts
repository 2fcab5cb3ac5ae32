import type { Name, Phrase } from '../../core/match/phrase.ts';
import { say, sayCount } from '../say.ts';
import type { MatchTexts } from './texts.ts';

/** What could turn the direction of what stands around a name. */
const DIRECTIONS = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g;

/** A name that can't disturb the sentence around it, as `<bdi>` does where there are elements. */
export const isolated = (name: string): string => `\u2068${name.replaceAll(DIRECTIONS, '')}\u2069`;

/** A text that may be missing: refusals come from newer servers, too. */
const template = (texts: MatchTexts, key: string): string => {
  const known: Readonly<Record<string, unknown>> = { ...texts };
  const text = known[key];
  return typeof text === 'string' ? text : texts['refused.unknown'];
};

const valueText = (texts: MatchTexts, value: number | Name | Phrase): string | number => {
  if (typeof value === 'number') return value;
  return 'name' in value ? isolated(value.name) : within(texts, value);
};

/** A phrase as a part of a sentence. */
const within = (texts: MatchTexts, { key, values = {}, also = [] }: Phrase): string => {
  const said = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, valueText(texts, value)]),
  );
  const forms = Object.hasOwn(texts.counted, key) ? texts.counted[key] : undefined;
  const first = forms
    ? sayCount(forms, Number(said['count'] ?? 0), texts.locale, said)
    : say(template(texts, key), said);
  return [first, ...also.map((more) => within(texts, more))].join(texts.comma);
};

/** A text as it begins a line. */
export const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** A phrase as a line of its own. Names in it are isolated: it may stand in any text. */
export const inWords = (texts: MatchTexts, phrase: Phrase): string => capital(within(texts, phrase));
