import type { MachineMove } from '../rules/machine-fields.ts';
import type { Action } from '../rules/log.ts';
import type { Body } from '../rules/read.ts';

/** A game's part of the machine interface, beside the common moves. */
export interface GameMachine<State> {
  /**
   * Its moves by name. Unless `actionOf` says otherwise, a move is the action with its name and its fields as the body.
   */
  readonly moves: Readonly<Record<string, MachineMove>>;
  /** The moves to offer for buttons, regardless of the score. */
  readonly buttons: readonly { readonly move: string; readonly fields: Body }[];
  /** The moves to offer now, if they differ from the pad's. */
  readonly offered?: (state: State) => readonly Pick<Action, 'kind' | 'body'>[];
  /** The action of a move, if it isn't the one with its name. */
  readonly actionOf?: (
    state: State,
    fields: Readonly<Record<string, unknown>>,
  ) => Pick<Action, 'kind' | 'body'>;
}
