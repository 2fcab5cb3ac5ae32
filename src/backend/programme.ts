import { TURNS, type Programme, type Turn } from '../core/television/programme.ts';
import { expectList, expectNumber, expectObject, expectText } from './answers.ts';

const isTurn = (name: string): name is Turn => TURNS.some((turn) => turn === name);

/** Reads a television's programme. Unknown turns of a newer server are left out. */
export const readProgramme = (value: unknown): Programme => {
  const { turns, seconds } = expectObject(value);
  return { turns: expectList(expectText, turns).filter(isTurn), seconds: expectNumber(seconds) };
};
