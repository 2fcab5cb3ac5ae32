import { say, sayReason } from '../../i18n/say.ts';
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
  return say(sayReason(texts, kind), { limit: PASSWORD_MIN_LENGTH });
};
