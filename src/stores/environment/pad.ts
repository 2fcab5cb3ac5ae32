/** What the pad needs of the device that it is on. */
export interface PadEnvironment {
  /** Keeps texts on this device. Where that is forbidden or full, it throws. */
  readonly lasting: () => Storage;
}

export const padEnvironment: PadEnvironment = { lasting: () => localStorage };
