/** Devices that the database's gate recently accepted, so that they don't wait behind guests on the same network. */
export interface RecentDevices {
  readonly has: (secret: string) => boolean;
  readonly add: (secret: string) => void;
}

const LASTS_MILLIS = 600_000;
const MOST = 10_000;

export const createRecentDevices = (): RecentDevices => {
  /** The latest last. */
  const untilMillis = new Map<string, number>();
  return {
    has: (secret) => (untilMillis.get(secret) ?? 0) > performance.now(),
    add: (secret) => {
      untilMillis.delete(secret);
      untilMillis.set(secret, performance.now() + LASTS_MILLIS);
      const [oldest] = untilMillis.keys();
      if (untilMillis.size > MOST && oldest !== undefined) untilMillis.delete(oldest);
    },
  };
};
