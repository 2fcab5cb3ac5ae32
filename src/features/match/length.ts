import type { Length } from '../../core/tables/summary.ts';
import type { Locale } from '../../i18n/locales.ts';
import { formatMessage, formatCount } from '../../i18n/format.ts';
import type { Areas } from '../../i18n/texts.ts';

/** Some texts about matches. */
export interface MatchTexts<Name extends keyof Areas['match']> {
  readonly locale: Locale;
  readonly match: Pick<Areas['match'], Name>;
}

/** A match's length: "Race to 5", "30 minutes". */
export const lengthText = ({ match, locale }: MatchTexts<'format'>, { kind, count }: Length): string =>
  kind === 'minutes'
    ? formatCount(match.format.minutes, count, locale)
    : formatMessage(match.format[kind], { count });
