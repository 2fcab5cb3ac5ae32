import { BackendError } from '../core/failure.ts';
import { isClockKind, type Entry } from '../rules/log.ts';
import type { Board } from '../core/overlay/board.ts';
import { parseDetail } from '../games/boards.ts';
import type { Branding } from '../core/branding/branding.ts';
import { foldClocks, STOPPED, type Clocks } from '../core/match/clocks.ts';
import type {
  Appended,
  MatchBackend,
  MatchRecord,
  BegunMatch,
  OverlayListener,
  SentAction,
  SentBoard,
} from './contract.ts';

/*
 * One table in the page's memory, for the demo: implements the contract without a server. Nobody else can reach it, so
 * it has no limits, and refuses only impossible requests.
 */

/** A table with its first match and the actions so far. */
export interface MemoryTable {
  readonly id: string;
  readonly token: string;
  readonly branding: Branding;
  readonly first: Pick<BegunMatch, 'match' | 'game' | 'rules' | 'start' | 'board'> & {
    readonly actions: readonly SentAction[];
  };
}

interface StoredMatch {
  readonly record: Omit<MatchRecord, 'seq' | 'endedAtMillis'>;
  readonly entries: Entry[];
  shown: SentBoard;
  visitAtMillis: number | null;
  endedAtMillis: number | null;
  /** If a timed match reset the clock when it began: the clock before that. */
  clockBefore: Clocks['clock'] | null;
}

/** A screen that hasn't polled for this long counts as gone. */
const SCREEN_MILLIS = 90_000;

/** A backend with one table. `now` is its clock, in milliseconds since the epoch. Any other match is forbidden. */
export const memoryBackend = (
  { id, token, branding, first }: MemoryTable,
  now: () => number,
): MatchBackend => {
  const topic = `overlay:${token}`;
  const matches: StoredMatch[] = [];
  const listeners = new Set<OverlayListener>();
  const screens = new Map<string, { readonly lacked: number | null; readonly atMillis: number }>();
  let clocks: Clocks = { clock: STOPPED, clockAtMillis: 0, shot: null, shotAtMillis: 0 };
  let rev = 0;

  const matchOf = (wanted: string): StoredMatch => {
    const match = matches.find(({ record }) => record.id === wanted);
    if (!match) throw new BackendError({ kind: 'forbidden' });
    return match;
  };

  /** When a board's visit began. */
  const visitAtOf = ({ visitAgoMillis = null }: SentBoard, startedAtMillis: number): number | null =>
    visitAgoMillis === null ? null : Math.max(startedAtMillis, now() - visitAgoMillis);

  const begun = (begin: Omit<BegunMatch, 'tableId' | 'expected'>, previous: string | null): StoredMatch => {
    const { match, game, rules, start, board, agoMillis } = begin;
    const startedAtMillis = now() - agoMillis;
    const number = matches.length + 1;
    const stored: StoredMatch = {
      record: { id: match, tableId: id, number, previous, game, rules, start, startedAtMillis },
      entries: [],
      shown: board,
      visitAtMillis: visitAtOf(board, startedAtMillis),
      endedAtMillis: null,
      clockBefore: start['minutes'] === undefined ? null : clocks.clock,
    };
    matches.push(stored);
    return stored;
  };

  let current = begun(
    { ...first, agoMillis: Math.max(0, ...first.actions.map((one) => one.agoMillis)) },
    null,
  );

  const boardNow = (): Board => {
    const { record, entries, shown, visitAtMillis } = current;
    const { p1, p2, event = '', s1, s2, raceTo, detail } = shown;
    const { clock, shot } = clocks;
    const match = record.id;
    return {
      p1,
      p2,
      event,
      screenNames: {},
      s1,
      s2,
      raceTo,
      clock,
      theme: 'dark',
      rev,
      match,
      seq: entries.length,
      detail: parseDetail(detail),
      shot,
      visitAtMillis,
    };
  };

  const show = (): void => {
    rev++;
    const board = boardNow();
    for (const listener of listeners) listener.changed(board);
  };

  const answer = (
    match: StoredMatch,
    outcome: Appended['outcome'],
    entries: readonly Entry[] = [],
  ): Appended => ({
    outcome,
    index: null,
    entries,
    more: false,
    seq: match.entries.length,
    rev,
    current: current.record.id,
    serverMillis: now(),
  });

  const store = (match: StoredMatch, { id: own, kind, body, agoMillis }: SentAction): void => {
    const action = { id: own, kind, body };
    const atMillis = Math.max(match.record.startedAtMillis, now() - agoMillis);
    match.entries.push({ ...action, seq: match.entries.length + 1, atMillis, by: id });
    if (match === current && isClockKind(action.kind)) clocks = foldClocks(clocks, action, atMillis);
  };

  const put = (match: StoredMatch, board: SentBoard): void => {
    match.shown = board;
    match.visitAtMillis = visitAtOf(board, match.record.startedAtMillis);
    const endedAtMillis = match.endedAtMillis ?? match.entries.at(-1)?.atMillis ?? now();
    match.endedAtMillis = board.result === null ? null : endedAtMillis;
    if (board.result !== null && match === current) clocks = { ...clocks, shot: null };
  };

  /** Makes another match current: the shot clock ends, and the match clock continues unless it is set. */
  const goOnWith = (match: StoredMatch, clock: Clocks['clock'] | null): void => {
    current = match;
    clocks = { ...clocks, ...(clock && { clock, clockAtMillis: now() }), shot: null };
    show();
  };

  for (const action of first.actions) store(current, action);
  show();

  return {
    getOverlay: async (key, showing) => {
      if (key !== token && key !== id) return null;
      if (showing) {
        const lacked = showing.rev === null ? null : Math.max(0, rev - showing.rev);
        screens.set(showing.screen, { lacked, atMillis: now() });
      }
      return { board: boardNow(), branding, topic, serverMillis: now() };
    },
    listen: (wanted, listener) => {
      let open = true;
      queueMicrotask(() => {
        if (!open) return;
        if (wanted === topic) listeners.add(listener);
        listener.joined();
      });
      return () => {
        open = false;
        listeners.delete(listener);
      };
    },
    appendActions: async (wanted, afterSeq, actions, sent) => {
      const match = matchOf(wanted);
      const isSent = ({ id: one }: Entry): boolean => actions.some((action) => action.id === one);
      const ok = (): Appended =>
        answer(match, 'ok', afterSeq === null ? match.entries.filter(isSent) : match.entries.slice(afterSeq));
      const fresh = actions.filter((action) => !match.entries.some((entry) => entry.id === action.id));
      const board = afterSeq === null ? null : sent;
      if (actions.length > 0 && fresh.length === 0) return ok();
      const isLeft = match !== current && actions.some(({ onlyCurrent }) => onlyCurrent);
      if (isLeft || (afterSeq !== null && afterSeq !== match.entries.length))
        return answer(match, 'stale', afterSeq === null ? [] : match.entries.slice(afterSeq));
      if (fresh.length === 0 && !board) return ok();
      for (const action of fresh) store(match, action);
      if (board) put(match, board);
      if (match === current) show();
      return ok();
    },
    beginMatch: async (begin) => {
      const known = matches.find(({ record }) => record.id === begin.match);
      if (known) return answer(known, 'ok');
      if (current.record.id !== begin.expected) return answer(current, 'stale');
      const match = begun(begin, current.record.id);
      goOnWith(match, match.clockBefore && STOPPED);
      return answer(current, 'ok');
    },
    resumeMatch: async (_table, expected, wanted) => {
      const match = matchOf(wanted);
      if (current === match) return answer(match, 'ok');
      if (current.record.id !== expected) return answer(match, 'stale');
      goOnWith(match, current.clockBefore);
      return answer(match, 'ok');
    },
    getLog: async (wanted, afterSeq) => {
      const { record, entries, endedAtMillis } = matchOf(wanted);
      const here = [...screens.values()].filter(({ atMillis }) => atMillis > now() - SCREEN_MILLIS);
      const lacked = here.flatMap((screen) => screen.lacked ?? []);
      return {
        match: { ...record, seq: entries.length, endedAtMillis },
        entries: entries.slice(afterSeq),
        more: false,
        current: current.record.id,
        serverMillis: now(),
        screens: {
          count: here.length,
          behind: lacked.length === 0 ? null : Math.max(...lacked),
        },
      };
    },
  };
};
