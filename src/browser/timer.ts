/** A timer with at most one call scheduled. */
export interface Timer {
  /** Schedules `then` after `millis`, replacing any earlier call. */
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

/** Calls `then` every `millis`. Returns a function that stops. */
export const repeat = (millis: number, then: () => void): (() => void) => {
  const timer = setInterval(then, millis);
  return () => clearInterval(timer);
};
