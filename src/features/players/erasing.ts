import type { Failure } from '../../core/failure.ts';
import { failedBy } from '../../browser/change.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';

/** Erases a player from the owner's account. */
export interface Erasing {
  /** Resolves to the names that would be erased along with this one, or to the failure. */
  readonly othersOf: (name: string) => Promise<{ readonly names: readonly string[] } | Failure>;
  /** Resolves once the name has been erased everywhere, with whether it was found; or to the failure. */
  readonly erase: (name: string) => Promise<{ readonly found: boolean } | Failure>;
}

export const createErasing = (
  { account }: Pick<VenueEnvironment, 'account'>,
  endedBy: (failure: Failure) => boolean,
  /** Called to reload everything that may show the name. */
  onErased: () => void,
): Erasing => {
  return {
    othersOf: async (name) => {
      try {
        return { names: await account().listOtherNames(name) };
      } catch (error) {
        return failedBy(error, endedBy);
      }
    },
    erase: async (name) => {
      try {
        let after: string | null = null;
        let found = false;
        do {
          const erased = await account().erasePlayer(name, after);
          after = erased.after;
          found ||= erased.found;
        } while (after !== null);
        onErased();
        return { found };
      } catch (error) {
        return failedBy(error, endedBy);
      }
    },
  };
};
