import { MARK_PROBLEMS, type MarkProblem } from '../../core/tables/dressing.ts';
import type { Translate } from '../../i18n/translate.ts';

/** What the screens of players and sponsors say, from `dressing.json`, as it stands there. */
const NAMES = [
  'loading',
  'loadFailed',
  'notFresh',
  'save',
  'edit',
  'editNamed',
  'name',
  'players.title',
  'players.intro',
  'players.none',
  'players.search',
  'players.nobody',
  'players.add',
  'players.change',
  'players.nameHelp',
  'players.taken',
  'players.country',
  'players.countryHelp',
  'players.countryUnknown',
  'players.picture',
  'players.pictureHelp',
  'players.remove',
  'players.ask',
  'players.warning',
  'players.full',
  'sponsors.title',
  'sponsors.intro',
  'sponsors.none',
  'sponsors.add',
  'sponsors.change',
  'sponsors.nameHelp',
  'sponsors.picture',
  'sponsors.pictureHelp',
  'sponsors.needed',
  'sponsors.show',
  'sponsors.hidden',
  'sponsors.earlier',
  'sponsors.later',
  'sponsors.remove',
  'sponsors.ask',
  'sponsors.warning',
  'sponsors.full',
  'mark.choose',
  'mark.replace',
  'mark.remove',
  'mark.sending',
  'mark.help',
] as const;

export interface DressingTexts extends Readonly<Record<(typeof NAMES)[number], string>> {
  /** The language (BCP 47) that countries are named in. */
  readonly locale: string;
  readonly reasons: Readonly<Record<MarkProblem | 'unknown', string>>;
}

/** The texts of the screens of players and sponsors, for an island's props. */
export const dressingTexts = (t: Translate, locale: string): DressingTexts => ({
  ...t.pick('dressing', NAMES),
  locale,
  reasons: Object.fromEntries(
    [...MARK_PROBLEMS, 'unknown'].map((reason) => [reason, t(`dressing.reasons.${reason}`)]),
  ) as DressingTexts['reasons'],
});

/** Why a picture isn't taken, in words. */
export const markProblem = ({ reasons }: DressingTexts, reason: string): string =>
  reasons[MARK_PROBLEMS.find((known) => known === reason) ?? 'unknown'];
