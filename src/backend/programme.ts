import { TURNS, type Programme, type Turn } from '../core/television/programme.ts';
import { listOf, number, object, text } from './answers.ts';

const isTurn = (name: string): name is Turn => TURNS.some((turn) => turn === name);

/** Reads a television's programme. Unknown turns of a newer server are left out. */
export const readProgramme = (value: unknown): Programme => {
  const { turns, seconds } = object(value);
  return { turns: listOf(text, turns).filter(isTurn), seconds: number(seconds) };
};
