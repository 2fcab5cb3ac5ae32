/** Watches whether somebody does something on the page. */
export interface HandsEnvironment {
  /** `rested`: nobody did; ends the watch. */
  readonly watchHands: () => { readonly rested: () => boolean };
}

const HANDS = ['pointerdown', 'keydown'] as const;

export const watchHands: HandsEnvironment['watchHands'] = () => {
  let isResting = true;
  const stop = (): void => {
    for (const type of HANDS) window.removeEventListener(type, touched, true);
  };
  const touched = (): void => {
    isResting = false;
    stop();
  };
  for (const type of HANDS) window.addEventListener(type, touched, true);
  return {
    rested: () => {
      stop();
      return isResting;
    },
  };
};
