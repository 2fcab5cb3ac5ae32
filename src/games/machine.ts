import type { MachineMove } from '../rules/machine-fields.ts';
import type { Action } from '../rules/log.ts';
import type { Body } from '../rules/read.ts';

/** What a game lets machines do, beside what every game does. */
export interface GameMachine<State> {
  /** Its moves by name; unless `actionsOf` says otherwise, each is the action of that name with the fields as its body. */
  readonly moves: Readonly<Record<string, MachineMove>>;
  /** The moves to offer for buttons, whatever the score is. */
  readonly buttons: readonly { readonly move: string; readonly fields: Body }[];
  /** The moves to offer now, if they aren't the pad's. */
  readonly offered?: (state: State) => readonly Pick<Action, 'kind' | 'body'>[];
  /** The action of a move, if it isn't that of its name. */
  readonly actionOf?: (
    state: State,
    fields: Readonly<Record<string, unknown>>,
  ) => Pick<Action, 'kind' | 'body'>;
}
