/** A timer of which there is one at a time. */
export interface Timer {
  /** Calls `then` after so many milliseconds, in the place of what was set before. */
  readonly set: (millis: number, then: () => void) => void;
  readonly stop: () => void;
}

export const createTimer = (): Timer => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    set: (millis, then) => {
      stop();
      timer = setTimeout(then, millis);
    },
    stop,
  };
};

/** Calls `then` every so many milliseconds. Gives a function that ends it. */
export const repeat = (millis: number, then: () => void): (() => void) => {
  const timer = setInterval(then, millis);
  return () => clearInterval(timer);
};
