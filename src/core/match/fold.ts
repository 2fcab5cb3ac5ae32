import type { AnyGame } from '../../games/games.ts';
import { isObject } from '../../rules/read.ts';
import { isRefusal, refuse, type Refusal, type Side } from '../../rules/rules.ts';
import { isAmendment, isClockKind, targetOf, type Action, type Entry } from '../../rules/log.ts';

/** The outcome of a score action. */
export type Fate =
  | { readonly status: 'counts' }
  /** Undone by the amendment with this id. */
  | { readonly status: 'undone'; readonly by: string }
  /** The rules don't allow it at this point, so it is skipped. */
  | { readonly status: 'refused'; readonly refusal: Refusal };

/** A score action at its place in the match, with its outcome. */
export interface Line<Stored extends Action = Entry> {
  readonly action: Stored;
  /** The applied action: the original or its replacement. */
  readonly effective: Pick<Action, 'kind' | 'body'>;
  /** The id of the amendment that replaced it. */
  readonly replacedBy: string | null;
  readonly fate: Fate;
  /** Who was at the table before it. */
  readonly turn: Side | null;
  /** Racks or frames completed before it. */
  readonly unitsCompleted: number;
  /** Strokes of the frame before it. */
  readonly strokes: number;
}

/** The point in a match at which a move is made. */
export type Position = Pick<Line, 'unitsCompleted' | 'turn' | 'strokes'>;

/** The position that a state shows. */
export const positionOf = (rules: AnyGame, state: object): Position => ({
  unitsCompleted: rules.unitsCompleted(state),
  turn: rules.turn(state),
  strokes: rules.strokes(state),
});

/** A visit to the table, in a game that times them. */
export interface Visit<Stored extends Action = Entry> {
  /** The action that began it; null if the match's start did. */
  readonly begunBy: Stored | null;
}

export interface Fold<Stored extends Action = Entry> {
  readonly state: object;
  readonly lines: readonly Line<Stored>[];
  /** The visit in progress; null while nobody is at the table, and in games that don't time visits. */
  readonly visit: Visit<Stored> | null;
}

/** An action's amendments: what undid it, and its replacement. The replacement survives an undo. */
interface Amended {
  readonly undoneBy: string | null;
  readonly replaced: { readonly by: string; readonly effective: Pick<Action, 'kind' | 'body'> } | null;
}

/**
 * The amendments of each action, by action id. The last undo or redo decides whether it counts. The last replacement
 * decides what it counts as. An undo followed by a redo cancels out.
 */
const amendments = (actions: readonly Action[]): ReadonlyMap<string, Amended> => {
  const amended = new Map<string, Amended>();
  for (const action of actions) {
    const { id, kind, body } = action;
    const target = targetOf(action);
    if (!isAmendment(kind) || target === null) continue;
    const replaced = amended.get(target)?.replaced ?? null;
    if (kind === 'undo') {
      amended.set(target, { undoneBy: id, replaced });
    } else if (kind === 'redo') {
      amended.set(target, { undoneBy: null, replaced });
    } else if (typeof body['kind'] === 'string' && isObject(body['body'])) {
      const effective = { kind: body['kind'], body: body['body'] };
      amended.set(target, { undoneBy: null, replaced: { by: id, effective } });
    }
  }
  return amended;
};

const isScore = ({ kind }: Action): boolean => !isAmendment(kind) && !isClockKind(kind);

/** Applies one action to a state; an unknown kind is refused like any illegal move. */
export const applyAction = (
  rules: AnyGame,
  state: object,
  { kind, body }: Pick<Action, 'kind' | 'body'>,
): object | Refusal => {
  const move = rules.read(kind, body);
  return move ? rules.apply(state, move) : refuse('unknownMove');
};

/** A match before its first action. */
export const emptyFold = <Stored extends Action>(rules: AnyGame, start: object): Fold<Stored> => ({
  state: start,
  lines: [],
  visit: rules.beginsVisit && rules.turn(start) !== null ? { begunBy: null } : null,
});

type FoldPoint<Stored extends Action> = Pick<Fold<Stored>, 'state' | 'visit'>;

/** The fold after one more action, applied as amended. */
const applied = <Stored extends Action>(
  rules: AnyGame,
  before: FoldPoint<Stored>,
  action: Stored,
  { kind, body }: Pick<Action, 'kind' | 'body'>,
): readonly [after: FoldPoint<Stored>, fate: Fate] => {
  const move = rules.read(kind, body);
  if (!move) return [before, { status: 'refused', refusal: refuse('unknownMove') }];
  const state = rules.apply(before.state, move);
  if (isRefusal(state)) return [before, { status: 'refused', refusal: state }];
  const visit = rules.beginsVisit?.(move, before.state, state) ? { begunBy: action } : before.visit;
  return [{ state, visit: rules.turn(state) === null ? null : visit }, { status: 'counts' }];
};

/** Replays a match's actions in order, and returns everything that is shown of the match. Total: it never throws. */
export const fold = <Stored extends Action>(
  rules: AnyGame,
  start: object,
  actions: readonly Stored[],
): Fold<Stored> => {
  const amended = amendments(actions);
  let now: FoldPoint<Stored> = emptyFold(rules, start);
  const lines: Line<Stored>[] = [];
  for (const action of actions) {
    if (!isScore(action)) continue;
    const change = amended.get(action.id);
    const before = positionOf(rules, now.state);
    if (change && change.undoneBy !== null) {
      lines.push({
        action,
        effective: action,
        replacedBy: null,
        fate: { status: 'undone', by: change.undoneBy },
        ...before,
      });
      continue;
    }
    const effective = change?.replaced?.effective ?? action;
    const [after, fate] = applied(rules, now, action, effective);
    lines.push({ action, effective, replacedBy: change?.replaced?.by ?? null, fate, ...before });
    now = after;
  }
  return { ...now, lines };
};

/**
 * Adds one action to a fold. This is incremental, unless the action amends an earlier one: then the actions of
 * `before`, given as `actions`, are folded again.
 */
export const foldMore = <Stored extends Action>(
  rules: AnyGame,
  start: object,
  before: Fold<Stored>,
  actions: readonly Stored[],
  action: Stored,
): Fold<Stored> => {
  if (isClockKind(action.kind)) return before;
  if (!isScore(action)) return fold(rules, start, [...actions, action]);
  const [after, fate] = applied(rules, before, action, action);
  const line = {
    action,
    effective: action,
    replacedBy: null,
    fate,
    ...positionOf(rules, before.state),
  };
  return { ...after, lines: [...before.lines, line] };
};
