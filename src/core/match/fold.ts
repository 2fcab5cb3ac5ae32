import type { AnyGame } from '../../games/games.ts';
import { isBody } from '../rules/read.ts';
import { isRefusal, refuse, type Refusal, type Side } from '../rules/rules.ts';
import { isAmendment, isClockKind, targetOf, type Action, type Entry } from './log.ts';

/** What became of a score action in the fold. */
export type Fate =
  | { readonly status: 'counts' }
  /** Taken back by the amendment with this id. */
  | { readonly status: 'undone'; readonly by: string }
  /** The rules could not take it where it stands; it is skipped. */
  | { readonly status: 'refused'; readonly refusal: Refusal };

/** A score action in its place, with what it came to. */
export interface Line<Stored extends Action = Entry> {
  readonly action: Stored;
  /** What is applied in its place: the action itself, or what it was replaced by. */
  readonly effective: Pick<Action, 'kind' | 'body'>;
  /** The id of the amendment that replaced it. */
  readonly replacedBy: string | null;
  readonly fate: Fate;
  /** Who was at the table before it. */
  readonly turn: Side | null;
  /** Racks or frames that were given before it. */
  readonly given: number;
}

export interface Fold<Stored extends Action = Entry> {
  readonly state: object;
  readonly lines: readonly Line<Stored>[];
}

/** What was done to an action: who took it back, and what it was replaced by, which taking back doesn't forget. */
interface Amended {
  readonly undoneBy: string | null;
  readonly replaced: { readonly by: string; readonly effective: Pick<Action, 'kind' | 'body'> } | null;
}

/**
 * For each action what was done to it, by the order of the log. The last amendment decides whether it counts, the last
 * replacement as what: to undo and to redo is to have done nothing.
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
    } else if (typeof body['kind'] === 'string' && isBody(body['body'])) {
      const effective = { kind: body['kind'], body: body['body'] };
      amended.set(target, { undoneBy: null, replaced: { by: id, effective } });
    }
  }
  return amended;
};

const isScore = ({ kind }: Action): boolean => !isAmendment(kind) && !isClockKind(kind);

/** One action applied to a state; a kind that the game doesn't have is refused like any other. */
export const applyAction = (
  rules: AnyGame,
  state: object,
  { kind, body }: Pick<Action, 'kind' | 'body'>,
): object | Refusal => {
  const move = rules.read(kind, body);
  return move ? rules.apply(state, move) : refuse('unknownMove');
};

const fateOf = (rules: AnyGame, state: object, line: Pick<Line<Action>, 'effective'>): [object, Fate] => {
  const result = applyAction(rules, state, line.effective);
  return isRefusal(result) ? [state, { status: 'refused', refusal: result }] : [result, { status: 'counts' }];
};

/** Everything that anybody sees of a match: its actions from the first to the last, as far as they count. Total. */
export const fold = <Stored extends Action>(
  rules: AnyGame,
  start: object,
  actions: readonly Stored[],
): Fold<Stored> => {
  const amended = amendments(actions);
  let state = start;
  const lines: Line<Stored>[] = [];
  for (const action of actions) {
    if (!isScore(action)) continue;
    const change = amended.get(action.id);
    const before = { turn: rules.turn(state), given: rules.given(state) };
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
    const [next, fate] = fateOf(rules, state, { effective });
    lines.push({ action, effective, replacedBy: change?.replaced?.by ?? null, fate, ...before });
    state = next;
  }
  return { state, lines };
};

/**
 * The fold with one more action: at once, unless it changes an earlier one. `actions` are those of `before`, which are
 * looked at in that case alone.
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
  const [state, fate] = fateOf(rules, before.state, { effective: action });
  const line = {
    action,
    effective: action,
    replacedBy: null,
    fate,
    turn: rules.turn(before.state),
    given: rules.given(before.state),
  };
  return { state, lines: [...before.lines, line] };
};
