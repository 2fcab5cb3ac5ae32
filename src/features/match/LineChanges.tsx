import { useMemo, useState } from 'react';
import type { Line } from '../../core/match/fold.ts';
import { alternatives, type HistoryEntry } from '../../core/match/history.ts';
import { amendmentRefused } from '../../core/match/undo.ts';
import type { Body } from '../../rules/read.ts';
import { refusalIn, type Refusal } from '../../rules/rules.ts';
import type { Scored, KnownAction } from './scoring.ts';
import type { HistoryProps } from './props.ts';
import { inWords } from '../../i18n/phrases.ts';
import { matchWords } from './words.ts';

interface Props extends HistoryProps {
  readonly entry: HistoryEntry;
  readonly line: Line<KnownAction>;
}

/** Why a line can't be amended; null if it can. */
const refusalOf = (
  { rules, start, actions }: Scored,
  { action }: Line<KnownAction>,
  kind: string,
  body: Body = {},
) =>
  amendmentRefused(rules, start, actions, {
    id: '',
    kind,
    body: { t: action.id, ...body },
    seq: null,
    atMillis: action.atMillis,
    own: true,
    by: null,
  });

/**
 * The changes that a line allows, or why it allows none. Computed only for an open line, because each check folds the
 * whole match.
 */
export const LineChanges = ({ scored, scoring, texts, entry, line }: Props) => {
  const [refused, setRefused] = useState<Refusal | null>(null);
  const { id } = line.action;
  const counts = line.fate.status === 'counts';
  const isBack = line.fate.status === 'undone';
  const { refusal, instead } = useMemo(
    () => ({
      refusal: counts || isBack ? refusalOf(scored, line, counts ? 'undo' : 'redo') : null,
      instead: isBack
        ? []
        : alternatives(scored.rules, entry).filter(
            ({ kind, body }) => refusalOf(scored, line, 'replace', { kind, body }) === null,
          ),
    }),
    [scored, entry, line, counts, isBack],
  );
  const why = refusal ?? refused;
  return (
    <>
      {(counts || isBack) && !refusal && (
        <button
          className="button"
          type="button"
          onClick={() => setRefused(refusalIn(counts ? scoring.undo(id) : scoring.redo(id)))}
        >
          {texts.match.history[counts ? 'undo' : 'redo']}
        </button>
      )}
      <p className="history__why" role="status">
        {why && matchWords(texts).explain(scored, why)}
      </p>
      {instead.length > 0 && (
        <fieldset className="history__instead">
          <legend>{texts.match.history.instead}</legend>
          {instead.map(({ kind, body, phrase }) => (
            <button
              key={JSON.stringify([kind, body])}
              className="button"
              type="button"
              onClick={() => setRefused(refusalIn(scoring.replace(id, kind, body)))}
            >
              {inWords(texts, phrase)}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
};
