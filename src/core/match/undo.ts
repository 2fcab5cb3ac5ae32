import type { AnyGame } from '../../games/games.ts';
import { refuse, type Refusal } from '../../rules/rules.ts';
import { fold, type Fold, type Line } from './fold.ts';
import { targetOf, type Action } from '../../rules/log.ts';

/** The score action that Undo acts on: the last one that counts, by any device; null if there is none. */
export const lastCounting = <Stored extends Action>({ lines }: Fold<Stored>): Line<Stored> | null =>
  lines.findLast(({ fate }) => fate.status === 'counts') ?? null;

/**
 * The last undone score action, which Redo acts on; null once another action was scored, because the redone one would
 * come before it.
 */
export const lastUndone = <Stored extends Action>(
  { lines }: Fold<Stored>,
  actions: readonly Stored[],
): Line<Stored> | null => {
  const undone = new Map(
    lines.flatMap((line) => (line.fate.status === 'undone' ? [[line.fate.by, line] as const] : [])),
  );
  const last = actions.findLast(({ kind, id }) => undone.has(id) || !['redo', 'undo'].includes(kind));
  return last ? (undone.get(last.id) ?? null) : null;
};

/**
 * Checks that an amendment leaves everything else intact: every other counted action still counts, and every pot stays
 * with its player. Null if so; otherwise the reason, with the id of the first action in conflict.
 * Pass the fold of `actions` as `before` if you have it.
 */
export const amendmentRefused = <Stored extends Action>(
  rules: AnyGame,
  start: object,
  actions: readonly Stored[],
  amendment: Stored,
  before = fold(rules, start, actions),
): Refusal | null => {
  const target = targetOf(amendment);
  const own = before.lines.find(({ action }) => action.id === target);
  if (!own) return refuse('noSuchAction');
  const after = fold(rules, start, [...actions, amendment]);
  const changed = after.lines.find(({ action }) => action.id === target);
  if (amendment.kind !== 'undo' && changed?.fate.status === 'refused') return changed.fate.refusal;
  for (const [index, line] of before.lines.entries()) {
    const now = after.lines[index];
    if (line.action.id === target || line.fate.status !== 'counts' || !now) continue;
    if (now.fate.status !== 'counts') return refuse('stopsCounting', { action: line.action.id });
    if (line.effective.kind === 'pot' && now.turn !== line.turn) {
      return refuse('changesHands', { action: line.action.id });
    }
  }
  return null;
};
