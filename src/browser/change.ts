import { failureIn, type Failure } from '../core/failure.ts';

/** Returns whether a failure ended the session. */
type EndedBy = (failure: Failure) => boolean;

/** The failure behind a rejected request. If the session has expired, that ends it. */
export const failedBy = (error: unknown, endedBy: EndedBy): Failure => {
  const failure = failureIn(error);
  endedBy(failure);
  return failure;
};

/** Returns a function that makes a change and then refreshes. It resolves to the failure, or to null on success. */
export const createChange =
  (refresh: () => Promise<unknown>, endedBy: EndedBy) =>
  async (work: () => Promise<unknown>): Promise<Failure | null> => {
    try {
      await work();
    } catch (error) {
      return failedBy(error, endedBy);
    }
    // The change has been made, even if refreshing fails.
    await refresh();
    return null;
  };
