import type { NumberField } from '../../core/overlay/draft.ts';
import type { Failure } from '../../core/failure.ts';
import { NAME_LIMIT } from '../../config/limits.ts';
import { RACE_TO_RANGE, SCORE_RANGE } from '../../core/overlay/score.ts';
import type { Scored } from '../../stores/match/scoring.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/translate.ts';
import { dressingTexts, type DressingTexts } from '../dressing/texts.ts';
import { airTexts, type AirTexts } from '../air/texts.ts';
import { layoutTexts, type LayoutTexts } from '../board/texts.ts';
import { matchTexts, type MatchTexts } from '../match/texts.ts';
import { KEYBOARD_TEXTS } from '../pad/keyboard/texts.ts';
import { POOL_TEXTS } from '../pad/pool/texts.ts';
import { standingOf } from '../pad/standing.ts';
import { PAD_TEXTS, type PadTexts } from '../pad/texts.ts';
import { picturesTexts, type PicturesTexts } from '../pictures/texts.ts';
import { say } from '../say.ts';
import { tablesTexts, type TablesTexts } from '../tables/texts.ts';
import { televisionsTexts, type TelevisionsTexts } from '../televisions/texts.ts';

/** What the desk says, from `dashboard.json`, as it stands there. */
const DESK_TEXTS = [
  'title',
  'logOut',
  'logOutFailed',
  'preview',
  'allTables',
  'settings',
  'notOnAir',
  'match.title',
  'match.pad',
  'link.title',
  'link.none',
  'loadFailed',
  'retry',
  'overlay.title',
  'overlay.link',
  'overlay.loading',
  'overlay.copy',
  'overlay.open',
  'overlay.choose',
  'overlay.help',
  'form.title',
  'form.playerA',
  'form.playerB',
  'form.scoreA',
  'form.scoreB',
  'form.raceTo',
  'form.save',
  'form.saving',
  'form.saved',
  'form.unsaved',
  'form.changedElsewhere',
  'form.takeTheirs',
  'clock.title',
  'clock.start',
  'clock.stop',
  'clock.reset',
  'clock.set',
  'clock.time',
  'clock.running',
  'clock.stopped',
  'connection.live',
  'connection.reconnecting',
  'connection.offline',
] as const;

/** Why what was done here waits, and what becomes of it; null where an answer is on its way. */
export const notOnAir = (
  scored: Pick<Scored, 'pending' | 'held' | 'kept' | 'late' | 'sync'> | null,
  texts: Pick<DeskTexts, 'notOnAir' | 'pad'>,
): string | null => {
  const standing = scored && standingOf(scored);
  if (standing === 'offline') return texts.notOnAir;
  return standing === 'held' || standing === 'notKept'
    ? say(texts.pad[`about.${standing}`], { n: scored?.pending ?? 0 })
    : null;
};

/** The reasons that the desk gives for a failure, each a sentence in `dashboard.reasons`. */
export const REASONS = ['offline', 'sessionExpired', 'forbidden', 'tooMany', 'unknown'] as const;
export type Reason = (typeof REASONS)[number];

const isReason = (kind: string): kind is Reason => (REASONS as readonly string[]).includes(kind);

export const reasonOf = ({ kind }: Failure): Reason => (isReason(kind) ? kind : 'unknown');

export interface DeskTexts extends Readonly<Record<(typeof DESK_TEXTS)[number], string>> {
  /** Sentences that name a reason, a field or a limit, made while the page is rendered. */
  readonly saveFailed: Readonly<Record<Reason, string>>;
  readonly clockFailed: Readonly<Record<Reason, string>>;
  readonly linkFailed: Readonly<Record<Reason, string>>;
  readonly nameTooLong: string;
  readonly outOfRange: Readonly<Record<NumberField, string>>;
  readonly increase: Readonly<Record<'s1' | 's2', string>>;
  readonly decrease: Readonly<Record<'s1' | 's2', string>>;
  readonly layout: LayoutTexts;
  readonly match: MatchTexts;
  readonly pad: PadTexts;
}

/** What an owner's page says beside one table's desk. */
export interface VenueTexts extends DeskTexts {
  readonly tables: TablesTexts;
  readonly pictures: PicturesTexts;
  readonly dressing: DressingTexts;
  readonly air: AirTexts;
  readonly televisions: TelevisionsTexts;
  /** What the links to the venue's screens are together. */
  readonly screens: string;
}

/** A sentence with each of the reasons for a failure in it. */
const withReasons = (t: Translate, key: string) =>
  Object.fromEntries(
    REASONS.map((reason) => [reason, t(key, { reason: t(`dashboard.reasons.${reason}`) })]),
  ) as Record<Reason, string>;

/** The texts of one table's desk, for its island's props. */
export const deskTexts = (t: Translate, locale: Locale): DeskTexts => {
  const { lang } = LOCALES[locale];
  const forScores = (key: string) => ({
    s1: t(key, { field: t('dashboard.form.scoreA') }),
    s2: t(key, { field: t('dashboard.form.scoreB') }),
  });
  const scoreOutOfRange = t('dashboard.form.scoreOutOfRange', SCORE_RANGE);
  return {
    ...t.pick('dashboard', DESK_TEXTS),
    saveFailed: withReasons(t, 'dashboard.form.saveFailed'),
    clockFailed: withReasons(t, 'dashboard.clock.failed'),
    linkFailed: withReasons(t, 'dashboard.link.failed'),
    nameTooLong: t('dashboard.form.nameTooLong', { limit: NAME_LIMIT }),
    outOfRange: {
      s1: scoreOutOfRange,
      s2: scoreOutOfRange,
      raceTo: t('dashboard.form.scoreOutOfRange', RACE_TO_RANGE),
    },
    increase: forScores('dashboard.form.increase'),
    decrease: forScores('dashboard.form.decrease'),
    layout: layoutTexts(t, locale),
    match: matchTexts(t, lang),
    pad: t.pick('pad', [...PAD_TEXTS, ...POOL_TEXTS, ...KEYBOARD_TEXTS]),
  };
};

/** The texts of an owner's page, for its island's props: what is printed is in all languages. */
export const venueTexts = (inAll: Readonly<Record<Locale, Translate>>, locale: Locale): VenueTexts => {
  const t = inAll[locale];
  const { lang } = LOCALES[locale];
  return {
    ...deskTexts(t, locale),
    tables: tablesTexts(t, lang),
    pictures: picturesTexts(t, lang, inAll),
    dressing: dressingTexts(t, lang),
    air: airTexts(t, inAll),
    televisions: televisionsTexts(t),
    screens: t('dashboard.screens'),
  };
};
