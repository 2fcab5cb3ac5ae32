import type { TextsOf } from '../../i18n/texts.ts';
import { DATE, isSameDay, TIME_OF_DAY, timeText } from '../../core/time/text.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { PictureAge } from '../../core/snapshot/snapshot-age.ts';
import type { CopyOutcome, SnapshotStatus } from '../../core/snapshot/follow-snapshot.ts';
import { formatMessage } from '../../i18n/format.ts';

export const statusText = (status: SnapshotStatus | CopyOutcome, texts: TextsOf<'snapshot'>): string => {
  switch (status.kind) {
    case 'server':
      return status.text;
    case 'link':
      return status.link;
    // The error catalogue's fallback; the help beside it has the details.
    case 'unreachable':
      return texts.snapshot.status.noUpload;
    default:
      return texts.snapshot.status[status.kind];
  }
};

/** The visual tone of a status: in progress, fine, or needing action. */
export const statusTone = ({ kind }: SnapshotStatus | CopyOutcome): 'busy' | 'good' | 'bad' => {
  switch (kind) {
    case 'loading':
    case 'fetching':
    case 'loadingImage':
    case 'inline':
      return 'busy';
    case 'ready':
    case 'copied':
    case 'link':
      return 'good';
    default:
      return 'bad';
  }
};

/** With Western digits, as in Morocco, even for Arabic. */
const western = (locale: string): string => `${locale}-u-nu-latn`;

const ages = new Map<string, Intl.RelativeTimeFormat>();

/** Cached: creating one takes a phone longer than a frame, and ages update every second. */
const ageFormat = (locale: string): Intl.RelativeTimeFormat => {
  const format = ages.get(locale) ?? new Intl.RelativeTimeFormat(western(locale));
  ages.set(locale, format);
  return format;
};

/** "Taken 12 seconds ago", with the browser's plural forms. */
export const formatAge = ({ of, count, unit }: PictureAge, texts: TextsOf<'snapshot'>): string =>
  formatMessage(texts.snapshot.age[of], { age: ageFormat(texts.locale).format(-count, unit) });

/** An assessment of the age, in a word or two. */
export const formatAgeMark = ({ of, tone }: PictureAge, texts: TextsOf<'snapshot'>): string =>
  // A drawn board doesn't age; it just may no longer be the latest.
  of !== 'taken' && (tone === 'ageing' || tone === 'stale')
    ? texts.snapshot.mark.apart
    : texts.snapshot.mark[tone];

/** The time of an earlier picture at the venue, with the date if it isn't today. */
export const formatPictureTime = (millis: number, nowMillis: number, locale: Locale): string =>
  timeText(millis, { ...TIME_OF_DAY, second: '2-digit', ...(!isSameDay(millis, nowMillis) && DATE) }, locale);
