import type { Length } from '../../core/tables/summary.ts';
import { formatMessage, formatCount } from '../../i18n/format.ts';
import type { MatchTexts } from '../../i18n/texts.ts';

/** A match's length: "Race to 5", "30 minutes". */
export const lengthText = ({ match, locale }: MatchTexts<'format'>, { kind, count }: Length): string =>
  kind === 'minutes'
    ? formatCount(match.format.minutes, count, locale)
    : formatMessage(match.format[kind], { count });
