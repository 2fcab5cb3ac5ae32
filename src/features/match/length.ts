import type { Length } from '../../core/tables/summary.ts';
import { formatMessage, formatCount } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import type { Areas, MatchTexts } from '../../i18n/texts.ts';
import { handicapScore } from '../../rules/score.ts';

/** A match's length: "Race to 5", "30 minutes". */
export const lengthText = ({ match, locale }: MatchTexts<'format'>, { kind, count }: Length): string =>
  kind === 'minutes'
    ? formatCount(match.format.minutes, count, locale)
    : formatMessage(match.format[kind], { count });

/** The text of a head start. */
export interface HandicapText {
  readonly overlay: Pick<Areas['overlay'], 'handicap'>;
}

/** A head start: "Start 0–2"; null if there is none. */
export const handicapText = (
  { overlay }: HandicapText,
  handicap: readonly [number, number] | null,
): string | null =>
  handicap &&
  // A line doesn't end within it.
  `${overlay.handicap} ${isolated(handicapScore(handicap).replace('–', '\u2060–\u2060'))}`.replaceAll(
    ' ',
    '\u00A0',
  );
