/** Lets the device shake: milliseconds of shaking and rest in turns. Does nothing where it can't (iPhones, computers). */
export const vibrate = (pattern: readonly number[]): void => {
  // Before the first tap on a page it is refused, without throwing.
  if ('vibrate' in navigator) navigator.vibrate([...pattern]);
};
