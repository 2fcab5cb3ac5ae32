import type { Board } from '../../core/overlay/board.ts';
import type { TextsOf } from '../../i18n/texts.ts';

/** What is played, in the screen's language; null for scores of any game. */
export const gameName = ({ detail }: Pick<Board, 'detail'>, { tv }: TextsOf<'tv'>): string | null => {
  const names: Readonly<Record<string, string>> = tv.games;
  return (detail && names[detail.game]) ?? null;
};
