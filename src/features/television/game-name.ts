import type { Board } from '../../core/overlay/board.ts';
import type { TextsOf } from '../../i18n/texts.ts';

/** What is played, in the screen's language; null for scores of any game. */
export const gameName = (
  { detail }: Pick<Board, 'detail'>,
  { television }: TextsOf<'television'>,
): string | null => {
  const names: Readonly<Record<string, string>> = television.games;
  return (detail && names[detail.game]) ?? null;
};
