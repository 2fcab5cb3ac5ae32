import type { PlayedUnit } from '../../core/results/result.ts';
import type { Side } from '../../rules/rules.ts';
import { isLoss } from '../../games/endings.ts';
import type { Areas } from '../../i18n/texts.ts';

interface Texts {
  readonly overlay: Pick<Areas['overlay'], 'break'>;
  readonly match: Pick<Areas['match'], 'endings'>;
}

/** Notes about a side in a frame or rack: its break, or how it won or lost. An ordinary ending gets no note. */
export const unitNotes = (
  { how, high, winner }: PlayedUnit,
  side: Side,
  { overlay, match }: Texts,
): readonly string[] => {
  const endings: Readonly<Record<string, string | null>> = { ...match.endings, plain: null };
  const isOwn = how !== null && isLoss(how) === (winner !== side);
  const ending = isOwn && Object.hasOwn(endings, how) ? endings[how] : null;
  return [
    ...(high?.side === side && high.points > 0 ? [`${overlay.break} ${high.points}`] : []),
    ...(ending ? [ending] : []),
  ];
};
