interface Made {
  readonly id: string;
  /** The device that let it in; null for the owner. */
  readonly madeBy: string | null;
  readonly removed: boolean;
}

/** The devices that one let in, and those that they let in, as far as they still may come in; without itself. */
export const madeBy = <Device extends Made>(devices: readonly Device[], id: string): readonly Device[] => {
  const found = new Set([id]);
  let before = 0;
  while (before < found.size) {
    before = found.size;
    for (const device of devices)
      if (device.madeBy !== null && found.has(device.madeBy)) found.add(device.id);
  }
  return devices.filter((device) => device.id !== id && !device.removed && found.has(device.id));
};
