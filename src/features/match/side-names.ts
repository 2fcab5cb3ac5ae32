import type { PublicResult } from '../../core/results/public-result.ts';
import type { MatchTexts } from '../../i18n/texts.ts';
import { playerName } from '../../rules/phrase.ts';

/** The players' names as typed, A's first. A missing or erased name becomes "Player A" or "Player B". */
export const sideNames = (
  [p1, p2]: PublicResult['names'],
  texts: Pick<MatchTexts<'sides'>, 'match'>,
): readonly [string, string] => [playerName({ p1, p2 }, 'A', texts), playerName({ p1, p2 }, 'B', texts)];
