import type { TextsOf } from '../../i18n/texts.ts';
import { elapsedSeconds, formatClock } from '../../core/clock/count-up.ts';
import { playerOf } from '../../rules/phrase.ts';
import { shownOf } from '../../games/boards.ts';
import type { Scored } from './scoring.ts';
import { Score } from './Score.tsx';
import { formatMessage } from '../../i18n/format.ts';
import { Statistics } from './Statistics.tsx';
import { nameText } from '../../i18n/phrases.ts';

interface Props {
  readonly scored: Scored;
  readonly texts: TextsOf<'match' | 'overlay'>;
}

/** How a match ended. Renders nothing while it is in progress. */
export const MatchOver = ({ scored, texts }: Props) => {
  const board = scored.rules.board(scored.state);
  const { over, winner } = shownOf(board);
  if (!over) return null;
  // The clock may still be running after the last rack.
  const endedAtMillis = scored.lines.at(-1)?.action.atMillis ?? scored.match.startedAtMillis;
  const seconds = elapsedSeconds(scored.clock, endedAtMillis);
  return (
    <section className="match-over" aria-label={texts.overlay.over}>
      <p className="match-over__winner">
        {winner === null
          ? texts.match.over.drawn
          : formatMessage(texts.match.over.wins, { player: nameText(texts, playerOf(board, winner)) })}
      </p>
      <p className="match-over__score">
        <Score score={[board.s1, board.s2]} />
      </p>
      {seconds > 0 && (
        <p className="match-over__time">
          {formatMessage(texts.match.over.time, { time: formatClock(seconds) })}
        </p>
      )}
      <Statistics scored={scored} texts={texts} />
    </section>
  );
};
