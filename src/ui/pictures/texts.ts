import { isUploadProblem, UPLOAD_PROBLEMS, type UploadProblem } from '../../core/tables/pictures.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/translate.ts';
import { sayCount, type Forms } from '../say.ts';

/** What the screens of pictures say, from `pictures.json`, as it stands there. */
const NAMES = [
  'title',
  'intro',
  'loading',
  'loadFailed',
  'notFresh',
  'partFailed',
  'reload',
  'copied',
  'copyFailed',
  'noTables',
  'table.alt',
  'table.drawn',
  'table.uploaded',
  'table.lastUpload',
  'table.noUpload',
  'table.none',
  'table.noneHelp',
  'table.score',
  'table.drawing',
  'table.hidden',
  'table.unloaded',
  'table.open',
  'table.openNamed',
  'table.link',
  'table.linkNamed',
  'table.copyLink',
  'table.qr',
  'table.sign',
  'table.signNamed',
  'page.title',
  'page.on',
  'page.off',
  'page.turnOn',
  'page.turnOff',
  'page.ask',
  'page.warning',
  'page.confirm',
  'keep.label',
  'keep.help',
  'keep.save',
  'keep.saved',
  'keys.title',
  'keys.help',
  'keys.none',
  'keys.label',
  'keys.create',
  'keys.once',
  'keys.copy',
  'keys.try',
  'keys.table',
  'keys.copyLine',
  'keys.done',
  'keys.unnamed',
  'keys.created',
  'keys.used',
  'keys.unused',
  'keys.revoked',
  'keys.revoke',
  'keys.revokeNamed',
  'keys.ask',
  'keys.warning',
  'keys.confirm',
  'failures.title',
  'failures.help',
  'failures.none',
  'failures.by',
  'failures.all',
  'sign.link',
  'sign.title',
  'sign.help',
  'sign.one',
  'sign.all',
  'sign.print',
  'sign.off',
  'sign.gone',
] as const;

const ON_SIGN = ['sign.table', 'sign.follow'] as const;

export interface PicturesTexts extends Readonly<Record<(typeof NAMES)[number], string>> {
  /** The language (BCP 47) that counts and times are said in. */
  readonly locale: string;
  readonly days: Forms;
  readonly reasons: Readonly<Record<UploadProblem | 'unknown', string>>;
  /** What a sign says in every language, whatever the page's is. */
  readonly onSign: Readonly<Record<Locale, Readonly<Record<(typeof ON_SIGN)[number], string>>>>;
}

/** The texts of the screens of pictures in the page's language, for an island's props; `inAll` translates to each. */
export const picturesTexts = (
  t: Translate,
  locale: string,
  inAll: Readonly<Record<Locale, Translate>>,
): PicturesTexts => ({
  ...t.pick('pictures', NAMES),
  locale,
  days: t.forms('pictures.keep.days'),
  reasons: Object.fromEntries(
    [...UPLOAD_PROBLEMS, 'unknown'].map((reason) => [reason, t(`pictures.reasons.${reason}`)]),
  ) as PicturesTexts['reasons'],
  onSign: Object.fromEntries(
    Object.entries(inAll).map(([name, own]) => [name, own.pick('pictures', ON_SIGN)]),
  ) as PicturesTexts['onSign'],
});

/** Why an upload failed, in words. */
export const uploadProblem = (texts: PicturesTexts, reason: string): string =>
  texts.reasons[isUploadProblem(reason) ? reason : 'unknown'];

export const daysText = (texts: PicturesTexts, days: number): string =>
  sayCount(texts.days, days, texts.locale);
