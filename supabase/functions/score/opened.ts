import type { Standing } from '../../../src/core/machine/standing.ts';
import { fold } from '../../../src/core/match/fold.ts';
import type { KnownAction } from '../../../src/core/match/log.ts';
import type { MatchRecord } from '../../../src/core/match/protocol.ts';
import { parseBoard } from '../../../src/core/overlay/board.ts';
import type { Body } from '../../../src/core/rules/read.ts';
import { playOf } from '../../../src/core/sync/state.ts';

/** The answers of `open_machine` and `open_button`, as far as they are read here. */
export type OpenAnswer =
  | ({ readonly outcome: 'ok' } & Opened)
  | { readonly outcome: 'tooMany'; readonly wait: number }
  | { readonly outcome: 'repeated'; readonly answer: MoveAnswer }
  | { readonly outcome: 'reused' };

/** The answer to a move, as it is kept for whoever asks again. */
export interface MoveAnswer {
  readonly match: string;
  readonly seq: number;
  readonly rev: number;
}

interface StoredEntry {
  readonly seq: number;
  readonly id: string;
  readonly kind: string;
  readonly body: Body;
  readonly at: string;
  readonly by: string | null;
}

export interface LogPage {
  readonly match: {
    readonly id: string;
    readonly table_id: string;
    readonly number: number;
    readonly previous: string | null;
    readonly game: string;
    readonly rules: number;
    readonly start: Body;
    readonly seq: number;
    readonly started_at: string;
    readonly ended_at: string | null;
  };
  readonly entries: readonly StoredEntry[];
  readonly more: boolean;
  readonly server_time: string;
}

export interface Opened {
  readonly link_id: string;
  readonly title: string;
  readonly board: { readonly rev: number };
  readonly log: LogPage;
  /** Of a button: its move. */
  readonly move?: { readonly move: string; readonly fields: Body };
}

const recordOf = ({ match }: LogPage): MatchRecord => ({
  id: match.id,
  tableId: match.table_id,
  number: match.number,
  previous: match.previous,
  game: match.game,
  rules: match.rules,
  start: match.start,
  seq: match.seq,
  startedAtMillis: Date.parse(match.started_at),
  endedAtMillis: match.ended_at === null ? null : Date.parse(match.ended_at),
});

/** A table with its whole log, as rules see it; null if its match is of newer rules than these. */
export const standingOf = (
  { link_id, title, board, log }: Opened,
  entries: readonly StoredEntry[],
): Standing | null => {
  const record = recordOf(log);
  const play = playOf(record);
  const shown = parseBoard(board);
  if (!play || !shown) return null;
  const actions = entries.map(({ seq, id, kind, body, at, by }): KnownAction => ({
    ...{ seq, id, kind, body, by },
    atMillis: Date.parse(at),
    own: by === link_id,
  }));
  return {
    title,
    record,
    play,
    done: { actions, fold: fold<KnownAction>(play.rules, play.start, actions) },
    rev: shown.rev,
    clock: shown.clock,
    shot: shown.shot,
    serverMillis: Date.parse(log.server_time),
  };
};
