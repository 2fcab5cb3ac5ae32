import { givenName } from '../../rules/name.ts';
import type { PublicResult } from '../../core/results/public-result.ts';
import type { Areas } from '../../i18n/texts.ts';

/** The players' names as typed. A missing or erased name becomes "Player A" or "Player B" in the page's language. */
export const sideNames = (
  [p1, p2]: PublicResult['names'],
  { match: { sides } }: { readonly match: Pick<Areas['match'], 'sides'> },
): readonly [string, string] => [givenName(p1) || sides.A, givenName(p2) || sides.B];
