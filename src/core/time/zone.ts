import { TIME_ZONE } from '../../config/time.ts';

/** A change of a zone's offset that some runtimes' time zone data don't have. */
interface Correction {
  /** The zone's offset is this from then on, in milliseconds since the epoch. */
  readonly fromMillis: number;
  /** East of UTC. */
  readonly offsetMillis: number;
}

export type Corrections = Readonly<Record<string, Correction>>;

// tzdb 2026c: Morocco keeps UTC all year since 20 September 2026, 02:00.
const MOROCCO: Correction = { fromMillis: Date.UTC(2026, 8, 20, 1), offsetMillis: 0 };

/**
 * Zones by their IANA names; https://data.iana.org/time-zones/tzdb/NEWS says what changed when. A line can go once every
 * browser and runtime in use knows, and must go if the zone changes again.
 */
const CORRECTIONS: Corrections = { 'Africa/Casablanca': MOROCCO, 'Africa/El_Aaiun': MOROCCO };

const HOUR_MILLIS = 60 * 60 * 1000;

/** More than any zone is from UTC. */
const FAR_MILLIS = 16 * HOUR_MILLIS;

/** A wall clock's reading, as the instant when a clock in UTC reads the same: milliseconds since the epoch. */
type WallMillis = number;

export interface Zone {
  /** What clocks in the zone read at an instant, in milliseconds since the epoch. */
  readonly wallAt: (millis: number) => WallMillis;
  /**
   * The first instant at which they read that or later: of two where a change repeats a reading, the first; the moment of
   * the change where it skips one. NaN for NaN.
   */
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

  const offsetAt = (millis: number): number => wallAt(millis) - millis;

  return {
    wallAt,
    instantAt: (wall) => {
      // What the offset is before a change nearby, and after it.
      const offsets = [offsetAt(wall - FAR_MILLIS), offsetAt(wall + FAR_MILLIS)] as const;
      let [before, after] = [wall - Math.max(...offsets), wall - Math.min(...offsets)];
      if (wallAt(before) === wall) return before;
      if (before === after || wallAt(after) === wall || Number.isNaN(wall)) return after;
      // Skipped: the change is between the two.
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2);
        if (wallAt(middle) < wall) before = middle;
        else after = middle;
      }
      return after;
    },
  };
};

/** The venues' zone. */
export const VENUE_ZONE = createZone(TIME_ZONE);

/** A zone by its name; the venues' if this runtime doesn't know it. */
export const zoneNamed = (name: string): Zone => {
  const zone = createZone(name);
  try {
    zone.wallAt(0);
    return zone;
  } catch {
    return VENUE_ZONE;
  }
};

/** The names of the zones that can be chosen, sorted, with the venues' first; alone where the browser can't list them. */
export const zoneNames = (): readonly string[] => [
  TIME_ZONE,
  ...('supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []).filter(
    (name) => name !== TIME_ZONE,
  ),
];
