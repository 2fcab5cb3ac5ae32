import type { ResultDetail } from '../../core/results/result.ts';
import { isGame } from '../../games/boards.ts';
import type { MatchTexts } from '../../i18n/texts.ts';
import { lengthText } from './length.ts';

/** A game's name by its stored key, which may come from a newer page. */
export const gameText = (game: string, { match }: MatchTexts<'games'>): string =>
  isGame(game) ? match.games[game] : game;

interface Played {
  readonly game: string;
  readonly raceTo: number;
  readonly detail: Pick<ResultDetail, 'bestOf' | 'minutes'>;
}

/** "Snooker · Best of 5". */
export const formatText = (
  { game, raceTo, detail: { bestOf, minutes } }: Played,
  texts: MatchTexts<'format' | 'games'>,
): string => {
  const lengths = [
    ['bestOf', bestOf],
    ['minutes', minutes],
    ['raceTo', raceTo],
  ] as const;
  const length = lengths.flatMap(([kind, count]) => (count ? [lengthText(texts, { kind, count })] : []))[0];
  return [gameText(game, texts), length].filter(Boolean).join(' · ');
};
