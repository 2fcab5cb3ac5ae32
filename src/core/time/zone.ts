import { TIME_ZONE } from '../../config/time.ts';

/** A change of a zone's offset that is missing from some runtimes' time zone data. */
interface Correction {
  /** When the offset takes effect, in milliseconds since the epoch. */
  readonly fromMillis: number;
  /** Positive east of UTC. */
  readonly offsetMillis: number;
}

export type Corrections = Readonly<Record<string, Correction>>;

// tzdb 2026c: Morocco keeps UTC all year since 20 September 2026, 02:00.
const MOROCCO: Correction = { fromMillis: Date.UTC(2026, 8, 20, 1), offsetMillis: 0 };

/**
 * By IANA name; https://data.iana.org/time-zones/tzdb/NEWS lists the changes. Remove a line once every browser and
 * runtime in use has the change, or if the zone changes again.
 */
const CORRECTIONS: Corrections = { 'Africa/Casablanca': MOROCCO, 'Africa/El_Aaiun': MOROCCO };

const HOUR_MILLIS = 60 * 60 * 1000;

/** Larger than any zone's offset. */
const FAR_MILLIS = 16 * HOUR_MILLIS;

/** A wall clock's reading, as the instant at which a clock in UTC reads the same, in milliseconds since the epoch. */
type WallMillis = number;

export interface Zone {
  /** The zone's clock reading at an instant, in milliseconds since the epoch. */
  readonly wallAt: (millis: number) => WallMillis;
  /**
   * The first instant at which the zone's clocks read this or later. If a clock change repeats a reading, that is the
   * first occurrence; if one skips it, the moment of the change. NaN for NaN.
   */
  readonly instantAt: (wall: WallMillis) => number;
}

/**
 * A zone by its IANA name. Corrected instants bypass the runtime's data, so that up-to-date data isn't corrected twice.
 */
export const createZone = (timeZone: string, corrections: Corrections = CORRECTIONS): Zone => {
  const correction = corrections[timeZone];
  let format: Intl.DateTimeFormat | null = null;

  const wallAt = (millis: number): WallMillis => {
    if (correction && millis >= correction.fromMillis) return millis + correction.offsetMillis;
    if (Number.isNaN(millis)) return millis;
    // Cached, because creating one takes a phone longer than a frame. Formats like "22/11/2026, 16:56:07".
    format ??= new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const [day = 1, month = 1, year = 0, ...time] = (format.format(millis).match(/\d+/g) ?? []).map(Number);
    return Date.UTC(year, month - 1, day, ...time, new Date(millis).getUTCMilliseconds());
  };

  const offsetAt = (millis: number): number => wallAt(millis) - millis;

  return {
    wallAt,
    instantAt: (wall) => {
      // The offsets before and after any change nearby.
      const offsets = [offsetAt(wall - FAR_MILLIS), offsetAt(wall + FAR_MILLIS)] as const;
      let [before, after] = [wall - Math.max(...offsets), wall - Math.min(...offsets)];
      if (wallAt(before) === wall) return before;
      if (before === after || wallAt(after) === wall || Number.isNaN(wall)) return after;
      // The reading is skipped: the change is between the two.
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

/** A zone by its name; the venues' zone if this runtime doesn't know the name. */
export const zoneNamed = (name: string): Zone => {
  const zone = createZone(name);
  try {
    zone.wallAt(0);
    return zone;
  } catch {
    return VENUE_ZONE;
  }
};

/** The names of the available zones, sorted, with the venues' first. Only that one if the browser can't list them. */
export const zoneNames = (): readonly string[] => [
  TIME_ZONE,
  ...('supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []).filter(
    (name) => name !== TIME_ZONE,
  ),
];
