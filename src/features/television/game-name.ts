import type { Board } from '../../core/overlay/board.ts';
import type { TextsOf } from '../../i18n/texts.ts';

/** The game's name in the screen's language; null for plain scores. */
export const gameName = (
  { detail }: Pick<Board, 'detail'>,
  { television }: TextsOf<'television'>,
): string | null => {
  const names: Readonly<Record<string, string>> = television.games;
  return (detail && names[detail.game]) ?? null;
};
