import type { MatchRecord } from '../../../src/backend/contract.ts';
import { positionOf } from '../../../src/core/match/fold.ts';
import { isSame } from '../../../src/core/match/rebase.ts';
import type { Action } from '../../../src/rules/log.ts';
import { isRefusal } from '../../../src/rules/rules.ts';
import { gameOf, type AnyGame } from '../../../src/games/games.ts';

/* What really happens at a table, whatever anybody taps. */

export type Did = Pick<Action, 'kind' | 'body'>;

/** A match as it is really played. */
export interface Truth {
  readonly id: string;
  readonly rules: AnyGame;
  readonly start: object;
  /** What happened so far, in order. */
  readonly moves: readonly Did[];
  readonly isOver: () => boolean;
  /** The next thing happens. */
  readonly happen: (random: () => number) => void;
  /** How much of it a state shows; null if it shows something else. */
  readonly shownBy: (state: object) => number | null;
  /** Something else that could be tapped by mistake now. */
  readonly mistake: (state: object, random: () => number) => Did | null;
}

const didOf = ({ kind, ...body }: { readonly kind: string }): Did => ({ kind, body });

/** Those that make each stroke another position, so that people see how much of it is scored. */
const KINDS: readonly string[] = ['rack', 'pot', 'endVisit', 'nextFrame'];
const offered = (rules: AnyGame, state: object): readonly { readonly kind: string }[] =>
  rules.moves(state).filter(({ kind }) => KINDS.includes(kind));

export const truthOf = ({ id, game, start }: Pick<MatchRecord, 'id' | 'game' | 'start'>): Truth => {
  const rules = gameOf(game);
  const format = rules?.readFormat(start) ?? null;
  if (!rules || format === null) throw new Error(`${game} can't be played`);
  const first = rules.start(format);
  const moves: Did[] = [];
  const keyOf = (state: object): string => {
    const { s1, s2, detail } = rules.board(state);
    return JSON.stringify([s1, s2, detail, positionOf(rules, state)]);
  };
  let state = first;
  const keys = new Map([[keyOf(state), 0]]);
  const choose = (all: readonly { readonly kind: string }[], random: () => number) =>
    all[Math.floor(random() * all.length)];
  return {
    id,
    rules,
    start: first,
    moves,
    isOver: () => offered(rules, state).length === 0,
    happen: (random) => {
      const all = offered(rules, state);
      // Frames would take the whole evening otherwise.
      const award = rules.moves(state).filter(({ kind }) => kind === 'award');
      const move = choose(award.length > 0 && random() < 0.08 ? award : all, random);
      if (!move) return;
      const next = rules.apply(state, move);
      if (isRefusal(next) || keys.has(keyOf(next))) return;
      state = next;
      moves.push(didOf(move));
      keys.set(keyOf(state), moves.length);
    },
    shownBy: (shown) => keys.get(keyOf(shown)) ?? null,
    mistake: (shown, random) => {
      const at = keys.get(keyOf(shown));
      const right = at === undefined ? undefined : moves[at];
      const others = offered(rules, shown)
        .map(didOf)
        .filter((did) => right && !isSame(did, right));
      return others[Math.floor(random() * others.length)] ?? null;
    },
  };
};
