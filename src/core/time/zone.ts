import { TIME_ZONE } from '../../config/time.ts';

/** A change of a zone's offset that some runtimes' time zone data don't have. */
interface Correction {
  /** The zone's offset is this from then on, in milliseconds since the epoch. */
  readonly fromMillis: number;
  /** East of UTC. */
  readonly offsetMillis: number;
}

export type Corrections = Readonly<Record<string, Correction>>;

/**
 * Zones by their IANA names; https://data.iana.org/time-zones/tzdb/NEWS says what changed when. A line can go once every
 * browser and runtime in use knows, and must go if the zone changes again.
 */
const CORRECTIONS: Corrections = {
  // tzdb 2026c: Morocco keeps UTC all year since 20 September 2026, 02:00.
  'Africa/Casablanca': { fromMillis: Date.UTC(2026, 8, 20, 1), offsetMillis: 0 },
};

/** A wall clock's reading, as the instant when a clock in UTC reads the same: milliseconds since the epoch. */
type WallMillis = number;

export interface Zone {
  /** What clocks in the zone read at an instant, in milliseconds since the epoch. */
  readonly wallAt: (millis: number) => WallMillis;
  /** The instant at which they read that; for readings that a change repeats, one of the two. */
  readonly instantAt: (wall: WallMillis) => number;
}

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** A zone by its IANA name. Corrected instants don't ask the runtime's data, so one that knows isn't corrected twice. */
export const createZone = (timeZone: string, corrections: Corrections = CORRECTIONS): Zone => {
  const correction = corrections[timeZone];
  let format: Intl.DateTimeFormat | null = null;

  const known = (millis: number): WallMillis => {
    // Kept: making one takes a phone longer than a frame.
    format ??= new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone, hourCycle: 'h23' },
      ...Object.fromEntries(PARTS.map((part) => [part, 'numeric'])),
    });
    const read = new Map(format.formatToParts(millis).map(({ type, value }) => [type, Number(value)]));
    const [year = 0, month = 1, ...rest] = PARTS.map((part) => read.get(part) ?? 0);
    return Date.UTC(year, month - 1, ...rest) + (((millis % 1000) + 1000) % 1000);
  };

  const wallAt = (millis: number): WallMillis =>
    correction && millis >= correction.fromMillis ? millis + correction.offsetMillis : known(millis);

  return {
    wallAt,
    instantAt: (wall) => {
      // The offset at about that time, and then that at the instant it leads to.
      const near = wall - (wallAt(wall) - wall);
      return wall - (wallAt(near) - near);
    },
  };
};

/** The venues' zone. */
export const VENUE_ZONE = createZone(TIME_ZONE);
