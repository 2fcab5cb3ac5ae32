/** Vibrates: alternating milliseconds of vibration and pause. Does nothing if unsupported (iPhones, computers). */
export const vibrate = (pattern: readonly number[]): void => {
  // Before the first tap on a page, browsers ignore it without throwing.
  if ('vibrate' in navigator) navigator.vibrate([...pattern]);
};
