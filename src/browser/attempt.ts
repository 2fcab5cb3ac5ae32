/** Returns the result of `work`; undefined if it throws, as browser storage does when full or blocked. */
export const attempt = <Result>(work: () => Result): Result | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};
