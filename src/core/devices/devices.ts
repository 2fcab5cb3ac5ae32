interface Made {
  readonly id: string;
  /** The device that paired it; null for the owner. */
  readonly madeBy: string | null;
  readonly removed: boolean;
}

/** The devices that one paired, and in turn those that they paired, without the removed ones and itself. */
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
