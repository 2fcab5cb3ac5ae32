import type { Forms, TextsOf } from '../../i18n/texts.ts';
import type { Line } from '../../core/match/fold.ts';
import { isolated } from '../../core/isolated.ts';
import { describe, describeAction, refusalPhrase, unsentPhrases } from '../../core/match/history.ts';
import type { Action } from '../../core/match/log.ts';
import type { Name, Phrase } from '../../core/match/phrase.ts';
import type { Length } from '../../core/tables/summary.ts';
import type { Refusal } from '../../core/rules/rules.ts';
import type { Scored, KnownAction, UnsentMatch } from '../../stores/match/scoring.ts';
import { say, sayCount } from '../../i18n/say.ts';

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The text of a key, which may be missing: refusals come from newer servers, too. */
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

/** How long a match is: "Race to 5", "30 minutes". */
export const lengthText = ({ match, locale }: TextsOf<'match'>, { kind, count }: Length): string =>
  kind === 'minutes' ? sayCount(match.format.minutes, count, locale) : say(match.format[kind], { count });

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
      ? say(text, said)
      : sayCount(text, Number(said['count'] ?? 0), texts.locale, said);
  return [first, ...also.map((more) => within(texts, more))].join(texts.match.comma);
};

/** A text with a capital, for the beginning of a line. */
export const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** A phrase as a line of its own. Names in it are bidi-isolated, so it is safe inside any text. */
export const inWords = (texts: TextsOf<'match'>, phrase: Phrase): string => capital(within(texts, phrase));

/** Texts about one match. */
export interface MatchWords {
  /** A line's short name for a button: "Black 7". */
  readonly describe: (scored: Scored, line: Line<KnownAction>) => string;
  /** The same for an action that isn't in the log. */
  readonly describeAction: (scored: Scored, action: Pick<Action, 'kind' | 'body'>) => string;
  /** What this device didn't send of a match, one line each. */
  readonly unsent: (unsent: UnsentMatch) => readonly string[];
  /** Why something was refused. */
  readonly explain: (scored: Scored, refusal: Refusal) => string;
}

export const matchWords = (texts: TextsOf<'match'>): MatchWords => ({
  describe: ({ rules, state }, line) => inWords(texts, describe(rules, state, line)),
  describeAction: ({ rules, state }, action) => inWords(texts, describeAction(rules, state, action)),
  unsent: ({ rules, start, state, actions, lines, asked }) =>
    [
      ...unsentPhrases(rules, start, actions, lines),
      ...asked.map((action) => describeAction(rules, state, action)),
    ].map((unsent) => inWords(texts, unsent)),
  explain: ({ rules, state, lines }, refusal) => {
    const named = (id: string): Phrase | null => {
      const line = lines.find(({ action }) => action.id === id);
      return line ? describe(rules, state, line) : null;
    };
    return inWords(texts, refusalPhrase(rules, rules.board(state), refusal, named));
  },
});
