import type { PlayedUnit } from '../../core/results/result.ts';
import type { Side } from '../../rules/rules.ts';
import { gameEndings } from '../../games/endings.ts';
import type { Areas } from '../../i18n/texts.ts';

interface Texts {
  readonly overlay: Pick<Areas['overlay'], 'break'>;
  readonly match: Pick<Areas['match'], 'endings'>;
}

/**
 * Notes about a side in a frame or rack of `game`: its break, or how it won or lost. An ordinary ending gets no note,
 * nor does one that this build doesn't know of the game.
 */
export const unitNotes = (
  game: string,
  { how, high, winner }: PlayedUnit,
  side: Side,
  { overlay, match }: Texts,
): readonly string[] => {
  const ending = gameEndings(game)[winner === side ? 'wins' : 'losses'].find((one) => one === how);
  return [
    ...(high?.side === side && high.points > 0 ? [`${overlay.break} ${high.points}`] : []),
    ...(ending ? [match.endings[ending]] : []),
  ];
};
