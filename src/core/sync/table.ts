import type { Board } from '../overlay/board.ts';
import { refuse, type Refusal, isRefusal } from '../rules/rules.ts';
import { enqueue, step, type Tapped } from './match.ts';
import { isOfDesk, type Moment, type PendingAction } from './pending-action.ts';
import {
  isSettled,
  unknownMatch,
  type KeptAction,
  type KnownLog,
  type MatchEffect,
  type MatchEvent,
  type MatchState,
  type MatchStep,
} from './state.ts';

/** The matches of one table on one device: the current one, and those before it that aren't settled yet. */
export interface TableState {
  readonly device: string;
  /** Null until a board, or what was kept, has told. */
  readonly current: string | null;
  readonly matches: Readonly<Record<string, MatchState>>;
}

/** A match as this device kept it. */
export interface KeptMatch extends KnownLog {
  readonly held: boolean;
  readonly board: Board | null;
  readonly actions: readonly KeptAction[];
}

/** What this device kept of a table. */
export interface KeptTable extends Pick<TableState, 'current'> {
  readonly matches: readonly KeptMatch[];
}

export type TableEvent =
  | { readonly type: 'match'; readonly match: string; readonly event: MatchEvent }
  /** Viewers see this board, which names the current match. */
  | { readonly type: 'shown'; readonly board: Board }
  /** What was kept when this page came. */
  | { readonly type: 'opened'; readonly kept: KeptTable }
  | { readonly type: 'woke' };

export type TableEffect =
  | { readonly type: 'match'; readonly match: string; readonly effect: MatchEffect }
  /** The table has another current match by now: look which. */
  | { readonly type: 'look' };

export interface TableStep {
  readonly state: TableState;
  readonly effects: readonly TableEffect[];
}

export const unknownTable = (device: string): TableState => ({
  device,
  current: null,
  matches: {},
});

export const currentOf = ({ current, matches }: TableState): MatchState | null =>
  current === null ? null : (matches[current] ?? null);

const effectsOf = (match: string, effects: readonly MatchEffect[]): readonly TableEffect[] =>
  effects.map((effect) => ({ type: 'match', match, effect }));

/** The table with a match in it; one that is over and settled is of no use any more. */
const withMatch = (state: TableState, { state: match, effects }: MatchStep): TableStep => {
  const stays = match.id === state.current || !isSettled(match);
  const others = Object.fromEntries(Object.entries(state.matches).filter(([id]) => id !== match.id));
  return {
    state: { ...state, matches: stays ? { ...state.matches, [match.id]: match } : others },
    effects: stays ? effectsOf(match.id, effects) : [],
  };
};

/** One step after the other. */
const inTurn = (first: TableStep, ...next: readonly ((state: TableState) => TableStep)[]): TableStep =>
  next.reduce<TableStep>((before, then) => {
    const { state, effects } = then(before.state);
    return { state, effects: [...before.effects, ...effects] };
  }, first);

const stay = (state: TableState): TableStep => ({ state, effects: [] });

const passOn =
  (id: string, event: MatchEvent, now: Moment) =>
  (state: TableState): TableStep => {
    const match = state.matches[id];
    return match ? withMatch(state, step(match, event, now)) : stay(state);
  };

/** What the desk does is done to the table, whichever match is on: what waited at another waits at the current one. */
const moveTo = (
  id: string,
  actions: readonly PendingAction[],
  now: Moment,
): ((state: TableState) => TableStep) => {
  const put = actions.map((action) => ({ action: { ...action, seen: 0 }, question: null }));
  return put.length ? passOn(id, { type: 'kept', put, gone: [], held: null }, now) : stay;
};

/** What was kept of a match that was left, in what moves on with the table and what stays with the match. */
const partedKept = (
  kept: readonly KeptAction[],
): { readonly moved: readonly PendingAction[]; readonly own: readonly KeptAction[] } => {
  const moves = ({ action, question }: KeptAction): boolean => question === null && isOfDesk(action);
  return {
    moved: kept.filter(moves).map(({ action }) => action),
    own: kept.filter((one) => !moves(one)),
  };
};

/** The table with another current match; the one before is sent, held or not, and left once it is settled. */
const changeTo =
  (id: string, now: Moment) =>
  (state: TableState): TableStep => {
    if (state.current === id) return stay(state);
    const before = currentOf(state);
    const changed: TableState = {
      ...state,
      current: id,
      matches: { ...state.matches, [id]: state.matches[id] ?? unknownMatch(id, state.device) },
    };
    if (!before) return stay(changed);
    const { pending, clocks, storedClocks } = before;
    const moved = [...pending, ...clocks.filter((action) => !storedClocks.has(action.id))].filter(isOfDesk);
    const gone = moved.map((action) => action.id);
    return inTurn(
      withMatch(changed, step(before, { type: 'kept', put: [], gone, held: false }, now)),
      moveTo(id, moved, now),
    );
  };

const restore =
  ({ actions, held, board, ...log }: KeptMatch, now: Moment) =>
  (state: TableState): TableStep => {
    const { id } = log.match;
    const { current } = state;
    const match = state.matches[id] ?? unknownMatch(id, state.device);
    // Nobody could put on air what was held at a match that is over.
    const known = { ...match, held: held && id === current, board: match.board ?? board };
    const isLeft = current !== null && id !== current;
    const { moved, own } = isLeft ? partedKept(actions) : { moved: [], own: actions };
    return inTurn(
      withMatch(state, step(known, { type: 'page', page: log, actions: own }, now)),
      moveTo(current ?? id, moved, now),
    );
  };

/** Which match an answer says that the table has now; null when it says nothing of it. */
const currentIn = (event: MatchEvent): string | null => {
  if (event.type === 'appended') return event.answer.current;
  return event.type === 'fetched' ? event.page.current : null;
};

/** Does something to the current match, or gives why not. */
export const actAtTable = (state: TableState, tapped: Tapped): TableStep | Refusal => {
  const match = currentOf(state);
  if (!match) return refuse('notReady');
  const result = enqueue(match, tapped);
  return isRefusal(result) ? result : withMatch(state, result);
};

/** What becomes of a table when something happens, and what is to be done about it. `now` is when. */
export const stepTable = (state: TableState, event: TableEvent, now: Moment): TableStep => {
  switch (event.type) {
    case 'match': {
      const { current } = state;
      const { match, event: happened } = event;
      if (happened.type === 'kept') {
        // The page that kept it may not have heard of the current match, nor this one of the match that it is at.
        const known = state.matches[match] ?? unknownMatch(match, state.device);
        const isLeft = current !== null && match !== current;
        const { moved, own } = isLeft ? partedKept(happened.put) : { moved: [], own: happened.put };
        const kept = { ...happened, put: own, held: isLeft ? false : happened.held };
        return inTurn(withMatch(state, step(known, kept, now)), moveTo(current ?? match, moved, now));
      }
      const next = passOn(match, happened, now)(state);
      const told = currentIn(happened);
      const looks = match === current && told !== null && told !== current;
      return looks ? { ...next, effects: [...next.effects, { type: 'look' }] } : next;
    }
    case 'shown': {
      const { board } = event;
      if (board.match === null) return stay(state);
      return inTurn(changeTo(board.match, now)(state), passOn(board.match, { type: 'heard', board }, now));
    }
    case 'opened': {
      const { current, matches } = event.kept;
      // What a board has told meanwhile is newer.
      const opened = current === null || state.current !== null ? stay(state) : changeTo(current, now)(state);
      return inTurn(opened, ...matches.map((match) => restore(match, now)));
    }
    case 'woke':
      return inTurn(
        stay(state),
        ...Object.keys(state.matches).map((id) => passOn(id, { type: 'woke' }, now)),
      );
    default:
      return event satisfies never;
  }
};
