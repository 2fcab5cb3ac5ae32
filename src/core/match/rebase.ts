import { dequal } from 'dequal/lite';
import { foldMore, positionOf, type Fold, type Line, type Position } from './fold.ts';
import { isAmendment, targetOf, type KnownAction } from '../../rules/log.ts';
import { amendmentRefused, lastCounting } from './undo.ts';
import type { AnyGame } from '../../games/games.ts';
import { isObject, readChanges } from '../../rules/read.ts';
import { refuse, type Refusal } from '../../rules/rules.ts';
import { agoMillis, isMove, isOfDesk, type Moment, type PendingAction } from './pending-action.ts';

/** A game and the state that its match starts with. */
export interface RulesAndStart {
  readonly rules: AnyGame;
  readonly start: object;
}

/** Actions in order, and their fold. */
export interface FoldedLog {
  readonly actions: readonly KnownAction[];
  readonly fold: Fold<KnownAction>;
}

/** Whether an action of this device fits, was already made elsewhere, or is refused. */
export type Judgement =
  | { readonly verdict: 'fits'; readonly done: FoldedLog }
  /** `by` is the id of the entry that did exactly this; null if only the effect is already there. */
  | { readonly verdict: 'satisfied'; readonly by: string | null }
  | { readonly verdict: 'refused'; readonly refusal: Refusal };

/** Taps older than this become a question if another device has scored since. */
const FRESH_MILLIS = 10_000;

/** Whether a move that was tapped at `positionAtTap` is made at `place`. */
export const isAt = (
  place: Position,
  { unitsCompleted, turn, strokes = place.strokes }: PendingAction['positionAtTap'],
): boolean => place.unitsCompleted === unitsCompleted && place.turn === turn && place.strokes === strokes;

/** Appends one action and folds it. */
export const withAction = (
  { rules, start }: RulesAndStart,
  { actions, fold }: FoldedLog,
  action: KnownAction,
): FoldedLog => ({
  actions: [...actions, action],
  fold: foldMore(rules, start, fold, actions, action),
});

const refused = (refusal: Refusal): Judgement => ({ verdict: 'refused', refusal });
const satisfied = (by: string | null): Judgement => ({ verdict: 'satisfied', by });

type Did = Pick<KnownAction, 'kind' | 'body'>;

const isEqual = (a: Did, b: Did): boolean => a.kind === b.kind && dequal(a.body, b.body);

/** Whether two actions mean the same: a rack counts as the same however it was won. */
export const isSame = (a: Did, b: Did): boolean =>
  a.kind === 'rack' && b.kind === 'rack' ? a.body['side'] === b.body['side'] : isEqual(a, b);

/** The id of an entry newer than `own.seqAtTap` that made the same move at the same position; null if there is none. */
const madeAlready = (lines: readonly Line<KnownAction>[], own: PendingAction): string | null =>
  lines.find(
    ({ action, effective, fate, ...place }) =>
      (action.seq ?? 0) > own.seqAtTap &&
      fate.status === 'counts' &&
      isSame(effective, own) &&
      (!isMove(own.kind) || isAt(place, own.positionAtTap)),
  )?.action.id ?? null;

const isAmendedAlready = (lines: readonly Line<KnownAction>[], amendment: KnownAction): boolean => {
  const target = targetOf(amendment);
  const line = lines.find(({ action }) => action.id === target);
  if (!line) return false;
  const undone = line.fate.status === 'undone';
  if (amendment.kind === 'undo') return undone;
  if (amendment.kind === 'redo') return !undone;
  const { kind, body } = amendment.body;
  return !undone && typeof kind === 'string' && isObject(body) && isEqual(line.effective, { kind, body });
};

const isSetAlready = (rules: AnyGame, state: object, { body }: KnownAction): boolean => {
  const changes = readChanges(body['changes']);
  return (
    changes !== null && Object.entries(changes).every(([field, { to }]) => rules.shown(state, field) === to)
  );
};

/** Judges an action of this device after `done`. A legal move must also be at the position that the user saw. */
export const judge = (play: RulesAndStart, done: FoldedLog, own: PendingAction): Judgement => {
  const { rules, start } = play;
  const { actions, fold } = done;
  const { lines, state } = fold;
  if (isAmendment(own.kind)) {
    if (isAmendedAlready(lines, own)) return satisfied(null);
    // Undoing the last counting action can't invalidate later ones: skip that check.
    const isLast = own.kind === 'undo' && lastCounting(fold)?.action.id === targetOf(own);
    const refusal = isLast ? null : amendmentRefused<KnownAction>(rules, start, actions, own, fold);
    return refusal ? refused(refusal) : { verdict: 'fits', done: withAction(play, done, own) };
  }
  if (own.kind === 'set' && isSetAlready(rules, state, own)) return satisfied(null);
  // If a desk's value was set and changed again since, the desk gets it back.
  const orMade = (refusal: Refusal): Judgement => {
    const by = isOfDesk(own) ? null : madeAlready(lines, own);
    return by === null ? refused(refusal) : satisfied(by);
  };
  if (isMove(own.kind) && !isAt(positionOf(rules, state), own.positionAtTap))
    return orMade(refuse('movedOn'));
  const next = withAction(play, done, own);
  const fate = next.fold.lines.at(-1)?.fate;
  return fate?.status === 'refused' ? orMade(fate.refusal) : { verdict: 'fits', done: next };
};

/** This device's actions after rebasing. */
export interface Rebased {
  readonly pending: readonly PendingAction[];
  /** The log with the pending actions. */
  readonly shown: FoldedLog;
  /** Actions to ask the user about, and why the first doesn't fit. */
  readonly asked: { readonly actions: readonly PendingAction[]; readonly reason: Refusal } | null;
  /** Corrections returned to the desk, because another device changed their fields. */
  readonly returned: readonly PendingAction[];
}

/** Splits a correction into the fields that still fit and those changed elsewhere. */
const splitCorrection = (
  play: RulesAndStart,
  done: FoldedLog,
  own: PendingAction,
): readonly [fitting: PendingAction, other: PendingAction] => {
  const changes = Object.entries(readChanges(own.body['changes']) ?? {});
  const withChanges = (some: typeof changes): PendingAction => ({
    ...own,
    body: { changes: Object.fromEntries(some) },
  });
  const fits = (change: (typeof changes)[number]): boolean =>
    judge(play, done, withChanges([change])).verdict !== 'refused';
  return [withChanges(changes.filter(fits)), withChanges(changes.filter((change) => !fits(change)))];
};

/** The seq of the last counting move by another device; 0 if none. */
const lastOfOthers = (lines: readonly Line<KnownAction>[]): number =>
  lines.findLast(({ action, fate }) => !action.own && fate.status === 'counts' && isMove(action.kind))?.action
    .seq ?? 0;

/**
 * Replays this device's actions on a log that has grown. Actions already made elsewhere are dropped, so that only the
 * rest needs a question. `reviewed` are ids of actions already in question; amendments of these are asked about as
 * well.
 */
export const rebase = (
  play: RulesAndStart,
  log: FoldedLog,
  own: readonly PendingAction[],
  reviewed: ReadonlySet<string>,
  now: Moment,
): Rebased => {
  const seq = log.actions.length;
  const others = lastOfOthers(log.fold.lines);
  const pending: PendingAction[] = [];
  const asked: { readonly action: PendingAction; readonly refusal: Refusal }[] = [];
  const returned: PendingAction[] = [];
  const outside = new Set(reviewed);
  /** This device's actions that were already made elsewhere, and the entries that made them. */
  const already = new Map<string, string | null>();
  let overtaken = false;
  let shown = log;
  const ask = (action: PendingAction, refusal: Refusal): void => {
    asked.push({ action, refusal });
    outside.add(action.id);
  };
  for (const action of own) {
    const target = isAmendment(action.kind) ? targetOf(action) : null;
    if (target !== null && outside.has(target)) {
      ask(action, refuse('inQuestion', { action: target }));
      continue;
    }
    const made = target === null ? undefined : already.get(target);
    // Undoing one's own action must not undo another device's identical one.
    if (made !== undefined && action.kind !== 'replace') continue;
    let placed = made == null ? action : { ...action, body: { ...action.body, t: made } };
    let judgement = judge(play, shown, placed);
    if (judgement.verdict === 'satisfied') {
      already.set(action.id, judgement.by);
      continue;
    }
    if (isMove(action.kind)) {
      overtaken ||= others > action.seqAtTap && agoMillis(action.tap, now) > FRESH_MILLIS;
      if (overtaken) judgement = refused(refuse('scoredMeanwhile'));
    }
    if (judgement.verdict === 'refused' && isOfDesk(action)) {
      const [fitting, other] = splitCorrection(play, shown, action);
      returned.push(other);
      placed = fitting;
      judgement = judge(play, shown, fitting);
    } else if (judgement.verdict === 'refused') {
      ask(placed, judgement.refusal);
    }
    if (judgement.verdict !== 'fits') continue;
    // It fits after these entries, so they must not question it later. A request with it may be in progress.
    pending.push(placed.seqAtTap < seq ? { ...placed, seqAtTap: seq } : placed);
    shown = judgement.done;
  }
  const reason = asked[0]?.refusal;
  return {
    pending,
    shown,
    asked: reason ? { actions: asked.map(({ action }) => action), reason } : null,
    returned,
  };
};
