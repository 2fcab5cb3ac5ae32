import { elapsedSeconds, formatClock } from '../../core/clock/count-up.ts';
import { playerOf, type View } from '../../core/match/tell.ts';
import type { Side } from '../../core/rules/rules.ts';
import type { Scored } from '../../stores/match/scoring.ts';
import { Score } from './Score.tsx';
import type { MatchTexts } from './texts.ts';
import { say } from '../say.ts';
import { Statistics } from './Statistics.tsx';
import { nameText } from './words.ts';

interface Props {
  readonly scored: Scored;
  readonly texts: MatchTexts;
  readonly onNewMatch: () => void;
}

/** Whether a match is over, and who won it; null while it goes on. */
const endOf = (board: View): { readonly winner: Side | null } | null => {
  if (!('detail' in board)) return null;
  const { detail } = board;
  const over = detail.game === 'eight-ball' ? detail.over : detail.winner !== null;
  return over ? { winner: detail.winner } : null;
};

/** How a match ended. Nothing while it goes on. */
export const MatchOver = ({ scored, texts, onNewMatch }: Props) => {
  const board = scored.rules.board(scored.state) as View;
  const end = endOf(board);
  if (!end) return null;
  const { winner } = end;
  // A clock that nobody stopped goes on after the last rack.
  const endedAtMillis = scored.lines.at(-1)?.action.atMillis ?? scored.match.startedAtMillis;
  const seconds = elapsedSeconds(scored.clock, endedAtMillis);
  return (
    <section className="match-over" aria-label={texts['over.title']}>
      <p className="match-over__winner">
        {winner === null
          ? texts['over.drawn']
          : say(texts['over.wins'], { player: nameText(texts, playerOf(board, winner)) })}
      </p>
      <p className="match-over__score">
        <Score score={[board.s1, board.s2]} />
      </p>
      {seconds > 0 && (
        <p className="match-over__time">{say(texts['over.time'], { time: formatClock(seconds) })}</p>
      )}
      <Statistics scored={scored} texts={texts} />
      <button className="button button--primary button--large" type="button" onClick={onNewMatch}>
        {texts['over.newMatch']}
      </button>
    </section>
  );
};
