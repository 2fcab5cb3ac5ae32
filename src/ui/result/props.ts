import { givenName } from '../../core/overlay/name.ts';
import type { PublicResult } from '../../core/record/public-result.ts';
import type { Areas, TextsOf } from '../../i18n/texts.ts';

type MatchTexts<Name extends keyof Areas['match']> = { readonly match: Pick<Areas['match'], Name> };

/** The texts of a table's board, frames and results on its public page. */
export type LiveTexts = TextsOf<'overlay' | 'result'> & MatchTexts<'endings' | 'sides'>;

/** Those of a result's page. */
export type ResultTexts = LiveTexts & MatchTexts<'format' | 'games' | 'statistics'>;

/** The players' names as typed; in the page's language which player it is, where nobody was named or the name was erased. */
export const namesOf = (
  [p1, p2]: PublicResult['names'],
  { match: { sides } }: MatchTexts<'sides'>,
): readonly [string, string] => [givenName(p1) || sides.A, givenName(p2) || sides.B];
