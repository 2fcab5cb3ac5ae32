/** What `work` gives; undefined where it throws, as a browser's storage does when it is full or blocked. */
export const attempt = <Result>(work: () => Result): Result | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};
