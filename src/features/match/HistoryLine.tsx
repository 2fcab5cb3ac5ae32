import { useId } from 'react';
import type { Line } from '../../core/match/fold.ts';
import type { HistoryEntry } from '../../core/match/history.ts';
import { TIME_OF_DAY, timeText } from '../../core/time/text.ts';
import type { KnownAction } from './scoring.ts';
import type { HistoryProps } from './props.ts';
import { LineChanges } from './LineChanges.tsx';
import { Score } from './Score.tsx';
import { inWords } from '../../i18n/phrases.ts';

interface Props extends HistoryProps {
  readonly entry: HistoryEntry;
  readonly open: boolean;
  readonly toggle: () => void;
}

/** A line's status, shown by its icon and read out by its label. */
const standOf = ({ action, line }: HistoryEntry): 'undone' | 'refused' | 'pending' | 'onAir' => {
  const status = line?.fate.status ?? 'counts';
  if (status !== 'counts') return status;
  return action.seq === null ? 'pending' : 'onAir';
};

const ballsOf = (line: Line<KnownAction> | null): readonly string[] => {
  const balls = line?.effective.kind === 'pot' ? line.effective.body['balls'] : null;
  return Array.isArray(balls) ? balls.filter((ball) => typeof ball === 'string') : [];
};

/** One line of a history: its status, the action, and its result. */
export const HistoryLine = ({ entry, open, toggle, ...parts }: Props) => {
  const { texts } = parts;
  const id = useId();
  const stand = standOf(entry);
  const balls = ballsOf(entry.line);
  const body = (
    <>
      <span
        className={`history__sign history__sign--${stand}`}
        role="img"
        aria-label={texts.match.history[stand]}
      />
      <span className="history__words">
        <span className="history__what">
          {balls.map((ball, index) => (
            <span key={index} className={`ball ball--${ball}`} aria-hidden="true" />
          ))}
          <span className="history__phrase">{inWords(texts, entry.phrase)}</span>
        </span>
        {entry.outcome.map((outcome) => (
          <strong key={outcome.key} className="history__outcome">
            {inWords(texts, outcome)}
          </strong>
        ))}
        {entry.notes.map((note) => (
          <span key={note.key} className="history__note">
            {inWords(texts, note)}
          </span>
        ))}
        <span className="history__when">
          <bdi translate="no">{timeText(entry.action.atMillis, TIME_OF_DAY, texts.locale)}</bdi>
          {!entry.action.own && (
            <bdi translate="no">{entry.action.byName ?? texts.match.history.elsewhere}</bdi>
          )}
        </span>
      </span>
      {entry.score && <Score score={entry.score} />}
    </>
  );
  return (
    <li className={`history__line history__line--${stand}`}>
      {entry.line ? (
        <button
          className="history__row"
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={toggle}
        >
          {body}
        </button>
      ) : (
        <div className="history__row">{body}</div>
      )}
      {open && entry.line && (
        <div className="history__changes" id={id}>
          <LineChanges {...parts} entry={entry} line={entry.line} />
        </div>
      )}
    </li>
  );
};
