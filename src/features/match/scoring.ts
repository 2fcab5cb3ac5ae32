import type { ReadableAtom } from 'nanostores';
import type { Appended, MatchRecord } from '../../backend/contract.ts';
import type { Clock } from '../../core/clock/count-up.ts';
import type { MatchTime } from '../../core/clock/match-time.ts';
import type { ShotClock } from '../../rules/shot.ts';
import { shotRest } from '../../core/match/shot-rest.ts';
import { emptyFold, type Line } from '../../core/match/fold.ts';
import { timedVisit } from '../../core/match/visit.ts';
import { FIRST_GAME, shownOf } from '../../games/boards.ts';
import { gameOf, GAMES, type AnyGame } from '../../games/games.ts';
import { isObject, type Body } from '../../rules/read.ts';
import { isRefusal, refuse, type Refusal } from '../../rules/rules.ts';
import { askedOf, type Asked } from '../../core/match/asked.ts';
import { clocksOf } from '../../core/match/clocks.ts';
import { lastCounting, lastUndone } from '../../core/match/undo.ts';
import type { FoldedLog } from '../../core/match/rebase.ts';
import type { KnownAction } from '../../rules/log.ts';
import type { Moment, PendingAction } from '../../core/match/pending-action.ts';
import { sentBoard } from '../../core/match/sent-board.ts';
import { isSettled, type MatchState } from '../../core/match/state.ts';
import { isChosen } from '../../core/match/draft-for-table.ts';
import { currentOf, type DeviceTable } from '../../core/match/table.ts';
import { failureIn } from '../../core/failure.ts';
import { attempt } from '../../browser/attempt.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import { derived } from '../../browser/derived.ts';
import type { Made, TableSync } from './sync.ts';

export type { Asked, KnownAction, Made };

/** This device's connection to the server. */
export type Sync =
  | 'upToDate'
  | 'sending'
  | 'offline'
  /** This link or device has reached its daily limit: actions wait on this device. */
  | 'limited'
  /** The server doesn't let this device score; unsent actions stay stored, and can be copied. */
  | 'forbidden'
  /** The match's rules are newer than this page. */
  | 'readOnly';

/** A match as its scorer sees it. */
export interface Scored {
  readonly match: MatchRecord;
  readonly rules: AnyGame;
  /** The state that it starts with. */
  readonly start: object;
  /** All actions in order: moves, amendments, clocks; pending ones last. */
  readonly actions: readonly KnownAction[];
  /** Folded from log and pending: what the scorer sees. */
  readonly state: object;
  /** Folded from the log alone: what is on air. */
  readonly onAir: object;
  /** Score actions in order, pending ones last. */
  readonly lines: readonly Line<KnownAction>[];
  /** What undo and redo would act on. */
  readonly undoable: Line<KnownAction> | null;
  readonly redoable: Line<KnownAction> | null;
  /** How many actions aren't in the log yet, including those of earlier matches. */
  readonly pending: number;
  /** Pending actions stay on this device until they are put on air. */
  readonly held: boolean;
  /** Whether pending actions survive a reload: false if the browser can't store them. */
  readonly kept: boolean;
  /** Whether a request failed or has taken over 400 ms. Numbers not on air are then drawn hollow. */
  readonly late: boolean;
  readonly sync: Sync;
  /** If `limited`: when the server accepts this device's actions again, in server time. */
  readonly limitedMillis: number | null;
  readonly question: Asked | null;
  /** The clocks, including this device's own actions; in server time. */
  readonly clock: Clock;
  readonly shot: ShotClock | null;
  /** When the visit in progress began, in server time; null if there is none. */
  readonly visitAtMillis: number | null;
  /** Screens that report showing this table. */
  readonly screens: { readonly count: number; readonly behind: number | null };
}

/** A match's time, including this device's own actions. */
export const timeOf = ({ clock, rules, state }: Pick<Scored, 'clock' | 'rules' | 'state'>): MatchTime => ({
  clock,
  minutes: shownOf(rules.board(state)).minutes,
});

/** Whether nobody has used this table yet: its match was created with it, and has no actions. */
export const isUnused = ({ match, actions }: Pick<Scored, 'match' | 'actions'>): boolean =>
  !isChosen(match) && actions.length === 0;

/** A match with actions that aren't on air. */
export interface UnsentMatch extends Pick<Scored, 'rules' | 'start' | 'state' | 'actions' | 'lines'> {
  /** Actions in question, which aren't among `actions`. */
  readonly asked: readonly PendingAction[];
}

/** Scoring one table's current match. */
export interface Scoring {
  /** Null until the match is known. */
  readonly $scored: ReadableAtom<Scored | null>;
  /** Makes an action and returns its id; if it is refused, returns why, and nothing changes. */
  readonly score: (kind: string, body?: Body) => Made | Refusal;
  /** Undoes the last action that counts, or the one with this id. */
  readonly undo: (id?: string) => Made | Refusal;
  readonly redo: (id?: string) => Made | Refusal;
  readonly replace: (id: string, kind: string, body: Body) => Made | Refusal;
  readonly hold: () => void;
  /** Puts held actions on air. */
  readonly release: () => void;
  /** The matches for which this device has actions that aren't on air. */
  readonly unsent: () => readonly UnsentMatch[];
  /** Answers a question by repeating or dropping its actions: all of them, or only the one with the id `action`. */
  readonly answer: (id: string, choice: 'again' | 'drop', action?: string) => void;
  readonly begin: (game: string, start: Body) => Promise<boolean>;
  /** Goes back to the previous match; resolves to whether that worked. */
  readonly takeBackBeginning: () => Promise<boolean>;
}

const isWaiting = ({ pending, clocks, held }: MatchState): boolean =>
  clocks.length > 0 || (pending.length > 0 && !held);

const syncOf = ({ play, record }: MatchState, all: readonly MatchState[]): Sync => {
  if (all.some(({ forbidden }) => forbidden)) return 'forbidden';
  if (record && !play) return 'readOnly';
  if (all.some(({ limitedMillis }) => limitedMillis !== null)) return 'limited';
  if (all.some(({ traffic }) => traffic.log.failures + traffic.clock.failures > 0)) return 'offline';
  return all.some(isWaiting) ? 'sending' : 'upToDate';
};

/** A match that this page can't fold has only its board, which is read as a state of the first game. */
const statesOf = ({
  play,
  log,
  shown,
  board,
}: MatchState): Pick<Scored, 'rules' | 'start' | 'state' | 'onAir'> | null => {
  if (play) return { ...play, state: shown.fold.state, onAir: log.fold.state };
  const rules = GAMES[FIRST_GAME];
  const state = rules.readFormat(board);
  return isObject(state) ? { rules, start: state, state, onAir: state } : null;
};

const undoableIn = ({ fold }: FoldedLog): Line<KnownAction> | null => lastCounting(fold);
const redoableIn = ({ fold, actions }: FoldedLog): Line<KnownAction> | null => lastUndone(fold, actions);

/** The first open question, in the order of the matches. */
const firstAsked = (all: readonly MatchState[], now: Moment): Asked | null => {
  for (const match of all) {
    const [question] = match.questions;
    const asked = question ? askedOf(match, question, now) : null;
    if (asked) return asked;
  }
  return null;
};

const scoredOf = (table: DeviceTable, kept: boolean, now: Moment): Scored | null => {
  const match = currentOf(table);
  if (!match?.record) return null;
  const { record, shown, clocks, held, screens } = match;
  // Earlier matches count until their actions are sent.
  const all = Object.values(table.matches);
  const states = statesOf(match);
  if (!states) return null;
  return {
    match: record,
    ...states,
    actions: [...shown.actions, ...clocks],
    lines: shown.fold.lines,
    undoable: undoableIn(shown),
    redoable: redoableIn(shown),
    pending: all.reduce((sum, one) => sum + one.pending.length + one.clocks.length, 0),
    held,
    kept,
    late: all
      .flatMap(({ traffic }) => [traffic.log, traffic.clock])
      .some(({ late, failures }) => late || failures > 0),
    sync: syncOf(match, all),
    limitedMillis: all.find(({ limitedMillis }) => limitedMillis !== null)?.limitedMillis ?? null,
    question: firstAsked([match, ...all], now),
    ...clocksOf(match),
    visitAtMillis: timedVisit(shown.fold, record)?.atMillis ?? null,
    screens,
  };
};

/** The last match that this tab was reloaded for. */
const RELOADED = 'scoring-reloaded-for';

/** Scoring the current match of a table that this device follows. */
export const createScoring = (sync: TableSync): Scoring => {
  const { $table, $kept, options, environment, submit, dispatchTo } = sync;
  const { matches, moment, newId, storage, reload } = environment;
  const $scored = derived([$table, $kept], (table, kept) => scoredOf(table, kept, moment()));

  onBrowserMount($scored, () => {
    // The match's rules are newer than this page: one reload gets the latest version.
    const reloadFor = (match: string): void => {
      const reloaded = attempt(() => {
        if (storage().getItem(RELOADED) === match) return true;
        storage().setItem(RELOADED, match);
        return false;
      });
      if (reloaded === false) reload();
    };
    return $table.subscribe((table) => {
      const match = currentOf(table);
      if (match && syncOf(match, Object.values(table.matches)) === 'readOnly') reloadFor(match.id);
    });
  });

  const current = (): MatchState | null => currentOf($table.get());
  const amend = (
    kind: 'undo' | 'redo',
    find: (shown: FoldedLog) => Line<KnownAction> | null,
    id: string | undefined,
  ): Made | Refusal => {
    const match = current();
    const t = id ?? (match && find(match.shown)?.action.id);
    return t == null ? refuse('nothingThere') : submit(kind, { t });
  };
  const score = (kind: string, body: Body = {}): Made | Refusal => {
    const before = current();
    const made = submit(kind, body);
    const after = current();
    if (isRefusal(made) || !before?.play || !before.record || !after) return made;
    const rest = shotRest({
      kind,
      rules: before.play.rules,
      before: before.shown.fold.state,
      after: after.shown.fold.state,
      start: before.record.start,
      shot: clocksOf(before).shot,
      nowMillis: sync.serverMillis(),
    });
    for (const did of rest) submit(did.kind, did.body);
    return made;
  };
  const hold = (held: boolean): void => {
    const match = current();
    if (match) dispatchTo(match.id, { type: 'hold', held });
  };
  /** Resolves to whether the server made the change, which gives the table a different current match. */
  const changeMatch = async (change: Promise<Appended>): Promise<boolean> => {
    try {
      const { outcome } = await change;
      await options.live.refresh();
      return outcome === 'ok';
    } catch (thrown) {
      if (failureIn(thrown).kind === 'sessionExpired') options.sessionEnded?.();
      return false;
    }
  };

  return {
    $scored,
    score,
    undo: (id) => amend('undo', undoableIn, id),
    redo: (id) => amend('redo', redoableIn, id),
    replace: (id, kind, body) => submit('replace', { t: id, kind, body }),
    hold: () => hold(true),
    release: () => hold(false),
    unsent: () =>
      Object.values($table.get().matches).flatMap((match) => {
        const states = statesOf(match);
        if (!states || isSettled(match)) return [];
        const { shown, clocks, questions } = match;
        return {
          ...states,
          actions: [...shown.actions, ...clocks],
          lines: shown.fold.lines,
          asked: questions.flatMap(({ actions }) => actions),
        };
      }),
    answer: (id, choice, action) => {
      for (const match of Object.keys($table.get().matches))
        dispatchTo(match, { type: 'answer', id, action, choice });
    },
    begin: async (game, start) => {
      const rules = gameOf(game);
      const format = rules?.readFormat(start);
      const expected = $table.get().current;
      if (!rules || format === null || format === undefined || expected === null) return false;
      const { state, visit } = emptyFold(rules, rules.start(format));
      return changeMatch(
        matches().beginMatch({
          tableId: options.table,
          expected,
          match: newId(),
          game,
          rules: rules.version,
          start,
          board: { ...sentBoard(rules, state), visitAgoMillis: visit && 0 },
          agoMillis: 0,
        }),
      );
    },
    takeBackBeginning: async () => {
      const record = current()?.record;
      return record?.previous
        ? changeMatch(matches().resumeMatch(options.table, record.id, record.previous))
        : false;
    },
  };
};
