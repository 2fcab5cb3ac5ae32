import type { Failure } from '../../core/failure.ts';

/**
 * The sentence for a problem: `errors.<its kind>`, or else the provider's own message, or else `errors.unknown`.
 * Nothing for no problem.
 */
export const problemText = (
  problem: string | Failure | null,
  texts: Readonly<Record<string, string>> & { readonly 'errors.unknown': string },
): string => {
  if (problem === null) return '';
  const kind = typeof problem === 'string' ? problem : problem.kind;
  const message = typeof problem === 'object' && problem.kind === 'other' ? problem.message : '';
  return texts[`errors.${kind}`] ?? (message || texts['errors.unknown']);
};
