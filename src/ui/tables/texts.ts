import type { Failure } from '../../core/failure.ts';
import { GAME_NAMES, type GameName } from '../../games/boards.ts';
import type { Translate } from '../../i18n/translate.ts';
import { REASONS, reasonOf, type Reason } from '../desk/texts.ts';
import { say, sayCount, type Forms } from '../say.ts';

/** What the tables say, from `tables.json`, as it stands there. */
const NAMES = [
  'title',
  'loading',
  'loadFailed',
  'notFresh',
  'retry',
  'failed',
  'close',
  'cancel',
  'copied',
  'copyFailed',
  'unnamed',
  'sign.onAir',
  'sign.offline',
  'sign.finished',
  'sign.free',
  'format.raceTo',
  'format.bestOf',
  'playerA',
  'playerB',
  'frames',
  'score',
  'onlyHere',
  'atTable',
  'breaks',
  'break',
  'clock',
  'clockStopped',
  'shotClock',
  'newMatch',
  'screens.none',
  'screens.upToDate',
  'screens.line',
  'add.title',
  'add.label',
  'add.button',
  'settings.open',
  'settings.name',
  'settings.rename',
  'settings.nameTooLong',
  'settings.order',
  'settings.place',
  'settings.earlier',
  'settings.later',
  'settings.archive',
  'settings.archiveHelp',
  'settings.bringBack',
  'settings.bringBackNamed',
  'overlay.title',
  'overlay.copy',
  'overlay.replace',
  'overlay.ask',
  'overlay.warning',
  'overlay.confirm',
  'links.title',
  'links.help',
  'links.loading',
  'links.none',
  'links.label',
  'links.end',
  'links.past',
  'links.create',
  'links.once',
  'links.qr',
  'links.copy',
  'links.share',
  'links.shareTitle',
  'links.done',
  'links.unnamed',
  'links.until',
  'links.endless',
  'links.over',
  'links.used',
  'links.unused',
  'links.revoked',
  'links.revoke',
  'links.revokeNamed',
] as const;

const COUNTS = [
  'tables',
  'attention',
  'archived',
  'silent',
  'pending',
  'held',
  'release',
  'screens',
  'behind',
] as const;
type CountName = (typeof COUNTS)[number];

export interface TablesTexts extends Readonly<Record<(typeof NAMES)[number], string>> {
  /** The language (BCP 47) that counts and times are said in. */
  readonly locale: string;
  readonly counts: Readonly<Record<CountName, Forms>>;
  readonly games: Readonly<Record<GameName, string>>;
  readonly reasons: Readonly<Record<Reason, string>>;
}

/** The texts of the tables, for an island's props. */
export const tablesTexts = (t: Translate, locale: string): TablesTexts => ({
  ...t.pick('tables', NAMES),
  locale,
  counts: Object.fromEntries(COUNTS.map((name) => [name, t.forms(`tables.counts.${name}`)])) as Record<
    CountName,
    Forms
  >,
  games: Object.fromEntries(GAME_NAMES.map((game) => [game, t(`match.games.${game}`)])) as Record<
    GameName,
    string
  >,
  reasons: Object.fromEntries(REASONS.map((reason) => [reason, t(`dashboard.reasons.${reason}`)])) as Record<
    Reason,
    string
  >,
});

/** A text with a count in it. */
export const counted = (texts: TablesTexts, name: CountName, count: number): string =>
  sayCount(texts.counts[name], count, texts.locale);

/** A sentence with why something failed in it. */
export const failureText = (
  texts: TablesTexts,
  sentence: 'failed' | 'loadFailed',
  failure: Failure,
): string => say(texts[sentence], { reason: texts.reasons[reasonOf(failure)] });
