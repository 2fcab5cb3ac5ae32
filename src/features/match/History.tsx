import { useMemo, useState } from 'react';
import { historyOf, type Group } from '../../core/match/history.ts';
import { HistoryLine } from './HistoryLine.tsx';
import type { HistoryProps } from './props.ts';
import { Score } from './Score.tsx';
import { inWords } from '../../i18n/phrases.ts';

/** How many lines are rendered at first; a long match has thousands. */
const AT_ONCE = 60;

/** Groups up to this length, such as racks, start expanded; a finished frame shows only how it ended. */
const SHORT = 8;

interface GroupProps extends HistoryProps {
  readonly group: Group;
  readonly latest: boolean;
  readonly chosen: string | null;
  readonly choose: (id: string | null) => void;
}

const HistoryGroup = ({ group, latest, chosen, choose, ...parts }: GroupProps) => {
  const { texts } = parts;
  const [open, setOpen] = useState(latest || group.entries.length <= SHORT);
  const [most, setMost] = useState(AT_ONCE);
  const { heading, score, entries } = group;
  const ended = entries.flatMap(({ outcome }) => outcome).findLast(({ key }) => key === 'log.frameTo');
  const shown = open || heading === null ? entries.slice(-most).reverse() : [];
  return (
    <section className="history__group">
      {heading && (
        <h3 className="history__heading">
          <button
            className="history__toggle"
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <span className="history__name">{inWords(texts, ended ?? heading)}</span>
            {score && !ended && <Score score={score} />}
          </button>
        </h3>
      )}
      {shown.length > 0 && (
        <ol reversed>
          {shown.map((line) => (
            <HistoryLine
              key={line.action.id}
              {...parts}
              entry={line}
              open={chosen === line.action.id}
              toggle={() => choose(chosen === line.action.id ? null : line.action.id)}
            />
          ))}
        </ol>
      )}
      {shown.length > 0 && entries.length > most && (
        <button className="button button--quiet" type="button" onClick={() => setMost(most + AT_ONCE)}>
          {texts.match.history.earlier}
        </button>
      )}
    </section>
  );
};

/** A match's history, newest first. A line can be undone or changed if the rest stays valid. */
export const History = (parts: HistoryProps) => {
  const { scored, texts } = parts;
  const { rules, start, actions, lines } = scored;
  const [chosen, setChosen] = useState<string | null>(null);
  const groups = useMemo(() => historyOf(rules, start, actions, lines), [rules, start, actions, lines]);
  if (groups.length === 0) return <p className="history__empty">{texts.match.history.empty}</p>;
  return (
    <div className="history">
      {groups
        .map((group, index) => (
          <HistoryGroup
            // After a correction, two racks may have the same heading.
            key={group.entries[0]?.action.id}
            {...parts}
            group={group}
            latest={index === groups.length - 1}
            chosen={chosen}
            choose={setChosen}
          />
        ))
        .reverse()}
    </div>
  );
};
