import { typedName } from '../../core/overlay/name.ts';
import type { PublicResult } from '../../core/record/public-result.ts';
import type { Areas, TextsOf } from '../../i18n/texts.ts';

type MatchTexts<Name extends keyof Areas['match']> = { readonly match: Pick<Areas['match'], Name> };

/** The texts of a table's board, frames and results on its public page. */
export type LiveTexts = TextsOf<'overlay' | 'result'> & MatchTexts<'endings' | 'sides'>;

/** Those of a result's page. */
export type ResultTexts = LiveTexts & MatchTexts<'format' | 'games' | 'statistics'>;

/** The players' names as typed; a board's defaults in the page's language. */
export const namesOf = (
  [p1, p2]: PublicResult['names'],
  { match: { sides } }: MatchTexts<'sides'>,
): readonly [string, string] => [
  typedName('p1', p1).trim() === '' ? sides.A : p1,
  typedName('p2', p2).trim() === '' ? sides.B : p2,
];
