/** Watches for user input on the page. */
export interface UserInputEnvironment {
  /** `wasIdle` returns whether there was none, and ends the watch. */
  readonly watchUserInput: () => { readonly wasIdle: () => boolean };
}

const INPUTS = ['pointerdown', 'keydown'] as const;

export const watchUserInput: UserInputEnvironment['watchUserInput'] = () => {
  let isResting = true;
  const stop = (): void => {
    for (const type of INPUTS) window.removeEventListener(type, touched, true);
  };
  const touched = (): void => {
    isResting = false;
    stop();
  };
  for (const type of INPUTS) window.addEventListener(type, touched, true);
  return {
    wasIdle: () => {
      stop();
      return isResting;
    },
  };
};
