import type { ResultDetail } from '../../core/results/result.ts';
import { isGame } from '../../games/boards.ts';
import type { MatchTexts } from '../../i18n/texts.ts';
import { handicapText, lengthText, type HandicapText } from './length.ts';

/** A game's name by its stored key, which may come from a newer page. */
export const gameText = (game: string, { match }: MatchTexts<'games'>): string =>
  isGame(game) ? match.games[game] : game;

interface Played {
  readonly game: string;
  readonly raceTo: number;
  readonly detail: Pick<ResultDetail, 'bestOf' | 'minutes' | 'handicap'>;
}

/** "Snooker · Best of 5", "8-ball · Race to 5 · Start 0–2". */
export const formatText = (
  { game, raceTo, detail: { bestOf, minutes, handicap } }: Played,
  texts: MatchTexts<'format' | 'games'> & HandicapText,
): string => {
  const lengths = [
    ['bestOf', bestOf],
    ['minutes', minutes],
    ['raceTo', raceTo],
  ] as const;
  const length = lengths.flatMap(([kind, count]) => (count ? [lengthText(texts, { kind, count })] : []))[0];
  return [gameText(game, texts), length, handicapText(texts, handicap)].filter(Boolean).join(' · ');
};
