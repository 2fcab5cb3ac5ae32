import { formatMessage, formatReason } from '../../i18n/format.ts';
import { PASSWORD_MIN_LENGTH } from '../../config/limits.ts';
import type { Failure } from '../../core/failure.ts';

/**
 * The text for a problem: by its kind, else the provider's own message, else the generic text. Empty for no problem.
 */
export const problemText = (
  problem: string | Failure | null,
  errors: Readonly<Record<'unknown', string>>,
): string => {
  if (problem === null) return '';
  const kind = typeof problem === 'string' ? problem : problem.kind;
  const message = typeof problem === 'object' && problem.kind === 'other' ? problem.message : '';
  const texts = message === '' ? errors : { ...errors, unknown: message };
  return formatMessage(formatReason(texts, kind), { limit: PASSWORD_MIN_LENGTH });
};
