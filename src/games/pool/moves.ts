import { correct, type Changes, type Field } from '../../rules/corrections.ts';
import { isSide, oneOf, readChanges, type Body } from '../../rules/read.ts';
import { added, isRefusal, refuse, SIDES, type Refusal, type Side } from '../../rules/rules.ts';
import { correctedRacks, nextRack, type Rack, type RackState } from './racks.ts';

/** The moves of all pool games. */
export type RackMove<How extends string = string> =
  /** A rack won by a side. Without `how`, it had an ordinary ending. */
  | { readonly kind: 'rack'; readonly side: Side; readonly how?: How }
  | { readonly kind: 'foul'; readonly side: Side }
  /** A side uses an extension of the shot clock in this rack. */
  | { readonly kind: 'extend'; readonly side: Side }
  /** Time is up in a timed match. */
  | { readonly kind: 'time' }
  | { readonly kind: 'set'; readonly changes: Changes };

/** The possible endings of a rack won by `side`. */
export type EndingsFor<How extends string> = (breaker: Side | null, side: Side) => readonly How[];

/** The possible endings of a completed rack, by its winner and by its loser; `losses` lists the loser's. */
export const endingsOf = <How extends string, Loss extends How>(
  endingsFor: EndingsFor<How>,
  losses: readonly Loss[],
  { winner, breaker }: Pick<Rack, 'winner' | 'breaker'>,
): { readonly won: readonly How[]; readonly lost: readonly Loss[] } => ({
  won: endingsFor(breaker, winner).filter((how) => !oneOf(losses, how)),
  lost: losses,
});

export const offeredMoves = <How extends string>(
  state: RackState<How>,
  endingsFor: EndingsFor<How>,
): readonly RackMove<How>[] => {
  if (state.over) return [];
  return [
    ...SIDES.flatMap((side) => [
      ...endingsFor(state.breaker, side).map((how) => ({ kind: 'rack', side, how }) as const),
      { kind: 'foul', side } as const,
      ...(state.extended[side] < state.extensions ? [{ kind: 'extend', side } as const] : []),
    ]),
    ...(state.raceTo === null ? [{ kind: 'time' } as const] : []),
  ];
};

/** The state after a move of any pool game. `fields` are the correctable ones. */
export const applyMove = <How extends string, State extends RackState<How>>(
  state: State,
  move: RackMove<How>,
  endingsFor: EndingsFor<How>,
  fields: Readonly<Record<string, Field<State>>>,
): State | Refusal => {
  if (move.kind === 'set') {
    const corrected = correct(state, move.changes, fields);
    return isRefusal(corrected) ? corrected : correctedRacks(corrected);
  }
  const { breaker } = state;
  if (breaker === null) return refuse('matchOver');
  switch (move.kind) {
    case 'rack': {
      const { side: winner } = move;
      const how = endingsFor(breaker, winner).find((ending) => ending === (move.how ?? 'plain'));
      if (how === undefined) return refuse('notTheBreaker');
      return nextRack({
        ...state,
        racks: added(state.racks, winner, 1),
        played: [...state.played, { winner, how, breaker }],
      });
    }
    case 'foul':
      return { ...state, fouls: added(state.fouls, move.side, 1) };
    case 'extend':
      return state.extended[move.side] < state.extensions
        ? { ...state, extended: added(state.extended, move.side, 1) }
        : refuse('noExtension');
    case 'time':
      return state.raceTo === null ? { ...state, over: true, breaker: null } : refuse('notTimed');
    default:
      move satisfies never;
      return refuse('unknownMove');
  }
};

export const readMove = <How extends string>(
  endings: readonly How[],
  kind: string,
  { side, how, changes }: Body,
): RackMove<How> | null => {
  switch (kind) {
    case 'rack':
      if (!isSide(side)) return null;
      if (how === undefined) return { kind, side };
      return oneOf(endings, how) ? { kind, side, how } : null;
    case 'foul':
    case 'extend':
      return isSide(side) ? { kind, side } : null;
    case 'time':
      return { kind };
    case 'set': {
      const read = readChanges(changes);
      return read && { kind, changes: read };
    }
    default:
      return null;
  }
};
