import type { GameName } from './boards.ts';
import { machine as eightBall } from './eight-ball/machine.ts';
import type { GameMachine } from './machine.ts';
import { machine as nineBall } from './nine-ball/machine.ts';
import { machine as plain } from './plain/machine.ts';
import { machine as snooker } from './snooker/machine.ts';

/** Any game's machine interface, for code that doesn't know its state. */
export type AnyMachine = GameMachine<object>;

// Safe, because each game only gets its own states.
const any = (machine: unknown): AnyMachine => machine as AnyMachine;

/** Every game's machine interface. Only the score service and its description load it. */
export const MACHINES: Readonly<Record<GameName, AnyMachine>> = {
  'eight-ball': any(eightBall),
  'nine-ball': any(nineBall),
  snooker: any(snooker),
  plain: any(plain),
};
