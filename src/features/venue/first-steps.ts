import { atom, type ReadableAtom } from 'nanostores';
import type { Environment } from '../../browser/browser.ts';
import { createKept } from '../../browser/kept.ts';

/** Whether a user put the list of first steps away in this browser. The steps themselves are derived. */
export interface FirstSteps {
  readonly $isPutAway: ReadableAtom<boolean>;
  readonly startWith: (who: string | null) => void;
  readonly putAway: () => void;
}

export const createFirstSteps = (environment: Pick<Environment, 'lasting'>): FirstSteps => {
  /** The account or device that put it away. */
  const kept = createKept<string>(environment, 'first-steps-1');
  // Until it is known who asks, nothing is shown that may vanish at once.
  const $isPutAway = atom(true);
  let who: string | null = null;
  return {
    $isPutAway,
    startWith: (next) => {
      who = next;
      $isPutAway.set(next === null || kept.read() === next);
    },
    putAway: () => {
      if (who !== null) kept.keep(who);
      $isPutAway.set(true);
    },
  };
};
