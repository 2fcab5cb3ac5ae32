import type { Board } from '../overlay/board.ts';
import { refuse, type Refusal, isRefusal } from '../../rules/rules.ts';
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

/** A table's matches on one device: the current one, and earlier ones that aren't settled yet. */
export interface DeviceTable {
  readonly device: string;
  /** Null until a board or this device's storage names it. */
  readonly current: string | null;
  readonly matches: Readonly<Record<string, MatchState>>;
}

/** A match as stored on this device. */
export interface KeptMatch extends KnownLog {
  readonly held: boolean;
  readonly board: Board | null;
  readonly actions: readonly KeptAction[];
}

/** A table as stored on this device. */
export interface KeptTable extends Pick<DeviceTable, 'current'> {
  readonly matches: readonly KeptMatch[];
}

export type TableEvent =
  | { readonly type: 'match'; readonly match: string; readonly event: MatchEvent }
  /** Viewers see this board, which names the current match. */
  | { readonly type: 'shown'; readonly board: Board }
  /** The stored state, loaded when the page opened. */
  | { readonly type: 'opened'; readonly kept: KeptTable }
  | { readonly type: 'woke' };

export type TableEffect =
  | { readonly type: 'match'; readonly match: string; readonly effect: MatchEffect }
  /** The table's current match has changed: fetch its board. */
  | { readonly type: 'look' };

export interface TableStep {
  readonly state: DeviceTable;
  readonly effects: readonly TableEffect[];
}

export const unknownTable = (device: string): DeviceTable => ({
  device,
  current: null,
  matches: {},
});

export const currentOf = ({ current, matches }: DeviceTable): MatchState | null =>
  current === null ? null : (matches[current] ?? null);

const effectsOf = (match: string, effects: readonly MatchEffect[]): readonly TableEffect[] =>
  effects.map((effect) => ({ type: 'match', match, effect }));

/** The table after a match's step; a settled match is dropped unless it is the current one. */
const withMatch = (state: DeviceTable, { state: match, effects }: MatchStep): TableStep => {
  const stays = match.id === state.current || !isSettled(match);
  const others = Object.fromEntries(Object.entries(state.matches).filter(([id]) => id !== match.id));
  return {
    state: { ...state, matches: stays ? { ...state.matches, [match.id]: match } : others },
    effects: stays ? effectsOf(match.id, effects) : [],
  };
};

/** Runs steps one after another. */
const chain = (first: TableStep, ...next: readonly ((state: DeviceTable) => TableStep)[]): TableStep =>
  next.reduce<TableStep>((before, then) => {
    const { state, effects } = then(before.state);
    return { state, effects: [...before.effects, ...effects] };
  }, first);

const stay = (state: DeviceTable): TableStep => ({ state, effects: [] });

const passOn =
  (id: string, event: MatchEvent, now: Moment) =>
  (state: DeviceTable): TableStep => {
    const match = state.matches[id];
    return match ? withMatch(state, step(match, event, now)) : stay(state);
  };

/** Queues the desk's actions, meant for the table, at another match. */
const moveTo = (
  id: string,
  actions: readonly PendingAction[],
  now: Moment,
): ((state: DeviceTable) => TableStep) => {
  const put = actions.map((action) => ({ action: { ...action, seqAtTap: 0 }, question: null }));
  return put.length ? passOn(id, { type: 'kept', put, gone: [], held: null }, now) : stay;
};

/** Splits an earlier match's stored actions: `moved` belong to the current match now, `own` stay. */
const splitKept = (
  kept: readonly KeptAction[],
): { readonly moved: readonly PendingAction[]; readonly own: readonly KeptAction[] } => {
  const moves = ({ action, question }: KeptAction): boolean => question === null && isOfDesk(action);
  return {
    moved: kept.filter(moves).map(({ action }) => action),
    own: kept.filter((one) => !moves(one)),
  };
};

/** Makes another match current. The previous one's actions are sent, held or not, and it is dropped once settled. */
const changeTo =
  (id: string, now: Moment) =>
  (state: DeviceTable): TableStep => {
    if (state.current === id) return stay(state);
    const before = currentOf(state);
    const changed: DeviceTable = {
      ...state,
      current: id,
      matches: { ...state.matches, [id]: state.matches[id] ?? unknownMatch(id, state.device) },
    };
    if (!before) return stay(changed);
    const { pending, clocks, storedClocks } = before;
    const moved = [...pending, ...clocks.filter((action) => !storedClocks.has(action.id))].filter(isOfDesk);
    const gone = moved.map((action) => action.id);
    return chain(
      withMatch(changed, step(before, { type: 'kept', put: [], gone, held: false }, now)),
      moveTo(id, moved, now),
    );
  };

const restore =
  ({ actions, held, board, ...log }: KeptMatch, now: Moment) =>
  (state: DeviceTable): TableStep => {
    const { id } = log.match;
    const { current } = state;
    const match = state.matches[id] ?? unknownMatch(id, state.device);
    // Nothing could release an earlier match's held actions, so it is no longer held.
    const known = { ...match, held: held && id === current, board: board ?? match.board };
    const boardOnAir = match.board;
    const isLeft = current !== null && id !== current;
    const { moved, own } = isLeft ? splitKept(actions) : { moved: [], own: actions };
    return chain(
      withMatch(state, step(known, { type: 'restored', page: log, actions: own }, now)),
      // The board arrived meanwhile, possibly from a server that has been restored.
      boardOnAir ? passOn(id, { type: 'onAir', board: boardOnAir }, now) : stay,
      moveTo(current ?? id, moved, now),
    );
  };

/** The table's current match according to an answer; null if the event isn't one. */
const currentIn = (event: MatchEvent): string | null => {
  if (event.type === 'appended') return event.answer.current;
  return event.type === 'fetched' ? event.page.current : null;
};

/** Queues an action for the current match; returns why if it is refused. */
export const actAtTable = (state: DeviceTable, tapped: Tapped): TableStep | Refusal => {
  const match = currentOf(state);
  if (!match) return refuse('notReady');
  const result = enqueue(match, tapped);
  return isRefusal(result) ? result : withMatch(state, result);
};

/** A table after an event at `now`, and the effects to run. */
export const stepTable = (state: DeviceTable, event: TableEvent, now: Moment): TableStep => {
  switch (event.type) {
    case 'match': {
      const { current } = state;
      const { match, event: happened } = event;
      if (happened.type === 'kept') {
        // Either tab may be ahead of the other in knowing the current match.
        const known = state.matches[match] ?? unknownMatch(match, state.device);
        const isLeft = current !== null && match !== current;
        const { moved, own } = isLeft ? splitKept(happened.put) : { moved: [], own: happened.put };
        const kept = { ...happened, put: own, held: isLeft ? false : happened.held };
        return chain(withMatch(state, step(known, kept, now)), moveTo(current ?? match, moved, now));
      }
      const next = passOn(match, happened, now)(state);
      const newCurrent = currentIn(happened);
      const looks = match === current && newCurrent !== null && newCurrent !== current;
      return looks ? { ...next, effects: [...next.effects, { type: 'look' }] } : next;
    }
    case 'shown': {
      const { board } = event;
      if (board.match === null) return stay(state);
      return chain(changeTo(board.match, now)(state), passOn(board.match, { type: 'onAir', board }, now));
    }
    case 'opened': {
      const { current, matches } = event.kept;
      // A board that arrived meanwhile is newer.
      const opened = current === null || state.current !== null ? stay(state) : changeTo(current, now)(state);
      return chain(opened, ...matches.map((match) => restore(match, now)));
    }
    case 'woke':
      return chain(stay(state), ...Object.keys(state.matches).map((id) => passOn(id, { type: 'woke' }, now)));
    default:
      return event satisfies never;
  }
};
