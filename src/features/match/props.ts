import type { DraftName, MatchDraft } from '../../core/match/new-match-draft.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import type { Scored, Scoring } from './scoring.ts';
import type { TextField } from './TextField.tsx';

/** The props of every part of the form for a new match. */
export interface DraftProps {
  readonly draft: MatchDraft;
  readonly texts: TextsOf<'match'>;
  readonly edit: (changes: Partial<MatchDraft>) => void;
  /** The props for a typed value, by its name. */
  readonly typed: (
    name: DraftName,
  ) => Pick<Parameters<typeof TextField>[0], 'texts' | 'value' | 'onType' | 'problem'>;
}

/** The props of every part of a history. */
export interface HistoryProps {
  readonly scored: Scored;
  readonly scoring: Pick<Scoring, 'undo' | 'redo' | 'replace'>;
  readonly texts: TextsOf<'match'>;
}
