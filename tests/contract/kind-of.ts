import { expect } from 'vitest';
import type { Failure } from '../../src/core/failure.ts';

/** Why the backend refused; fails where it didn't. */
export const kindOf = async (refused: Promise<unknown>): Promise<Failure['kind']> => {
  const { failure } = (await refused.then(
    () => expect.unreachable('it was not refused'),
    (error: unknown) => error,
  )) as { failure: Failure };
  return failure.kind;
};
