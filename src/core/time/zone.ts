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
  /** The instant at which they read that: one of two where a change repeats a reading; NaN for NaN. */
  readonly instantAt: (wall: WallMillis) => number;
}

/** A zone by its IANA name. Corrected instants don't ask the runtime's data, so one that knows isn't corrected twice. */
export const createZone = (timeZone: string, corrections: Corrections = CORRECTIONS): Zone => {
  const correction = corrections[timeZone];
  let format: Intl.DateTimeFormat | null = null;

  const wallAt = (millis: number): WallMillis => {
    if (correction && millis >= correction.fromMillis) return millis + correction.offsetMillis;
    if (Number.isNaN(millis)) return millis;
    // Kept: making one takes a phone longer than a frame. It reads "22/11/2026, 16:56:07".
    format ??= new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const [day = 1, month = 1, year = 0, ...time] = (format.format(millis).match(/\d+/g) ?? []).map(Number);
    return Date.UTC(year, month - 1, day, ...time, new Date(millis).getUTCMilliseconds());
  };

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
