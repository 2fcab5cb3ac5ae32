import { isObject } from './read.ts';

/** The shot clock of a match: how long a shot may take, and how long an extension is. */
export interface ShotSettings {
  /** Seconds for a shot. */
  readonly seconds: number;
  /** Seconds for the first shot after a break; null if it gets no extra time. */
  readonly afterBreakSeconds: number | null;
  /** How many seconds before the end it warns. */
  readonly warnSeconds: number;
  readonly extensionSeconds: number;
}

/** Settings as an association publishes them. */
export interface ShotDefaults extends ShotSettings {
  /** Extensions per player in a rack or frame. */
  readonly extensions: number;
}

export const SHOT_DEFAULTS = {
  /** As on television. */
  matchroom: { seconds: 30, afterBreakSeconds: null, warnSeconds: 10, extensionSeconds: 30, extensions: 1 },
  /** WPA regulation 20, as the Norwegian federation publishes it: up to 60 seconds after the break. */
  wpa: { seconds: 35, afterBreakSeconds: 60, warnSeconds: 10, extensionSeconds: 25, extensions: 1 },
  /** The French federation's rule 8A, called at 20 seconds. */
  blackball: { seconds: 45, afterBreakSeconds: 90, warnSeconds: 20, extensionSeconds: 45, extensions: 1 },
  /** International rules (Ultimate Pool), 6j. They specify no warning; ten seconds, as elsewhere. */
  international: {
    seconds: 45,
    afterBreakSeconds: null,
    warnSeconds: 10,
    extensionSeconds: 15,
    extensions: 1,
  },
  /** WEPF and Australia: called at 30 seconds, without extensions. */
  wepf: { seconds: 60, afterBreakSeconds: null, warnSeconds: 30, extensionSeconds: 0, extensions: 0 },
  /** The snooker Shoot Out's first five minutes. No source specifies a warning; five seconds. */
  shootOut: { seconds: 15, afterBreakSeconds: null, warnSeconds: 5, extensionSeconds: 0, extensions: 0 },
} as const satisfies Readonly<Record<string, ShotDefaults>>;

/** A shot clock as sent to viewers, in server time. */
export interface ShotClock {
  /** Total seconds for this shot, extensions included: the full length of a bar. */
  readonly seconds: number;
  readonly warnSeconds: number;
  /** When it runs out: milliseconds since the epoch; null while it is paused. */
  readonly endsAtMillis: number | null;
  /** Seconds left while it is paused; null while it runs. */
  readonly leftSeconds: number | null;
}

/** Seconds left at `nowMillis`, in server time; never negative. */
export const shotLeftSeconds = ({ endsAtMillis, leftSeconds }: ShotClock, nowMillis: number): number =>
  Math.max(0, endsAtMillis === null ? (leftSeconds ?? 0) : (endsAtMillis - nowMillis) / 1000);

/** Whether the time is up. A foul is never given automatically. */
export const isExpired = (shot: ShotClock, nowMillis: number): boolean =>
  shotLeftSeconds(shot, nowMillis) === 0;

/** Whether it is warning: from `warnSeconds` left until the time is up. */
export const isWarning = (shot: ShotClock, nowMillis: number): boolean =>
  shotLeftSeconds(shot, nowMillis) <= shot.warnSeconds && !isExpired(shot, nowMillis);

/** The second to display: 0 only when the time is up. */
export const shotSecond = (shot: ShotClock, nowMillis: number): number =>
  Math.ceil(shotLeftSeconds(shot, nowMillis));

/** Milliseconds from `nowMillis` until the displayed second changes; null while it is paused. */
export const millisToNextShotSecond = (shot: ShotClock, nowMillis: number): number | null => {
  if (shot.endsAtMillis === null || isExpired(shot, nowMillis)) return null;
  return (shot.endsAtMillis - nowMillis) % 1000 || 1000;
};

/** A sanity limit: a day. */
const LONGEST_SECONDS = 86_400;

const isSeconds = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= LONGEST_SECONDS;

/**
 * Parses a shot clock as the server sends it: `{"n": 30, "warn": 10, "ends": "2026-…"
 * null, "left": 12.5
 * null}`. Null for anything else, because a scorer link can write arbitrary JSON here.
 */
export const parseShotClock = (value: unknown): ShotClock | null => {
  if (!isObject(value)) return null;
  const { n: seconds, warn: warnSeconds, ends, left: leftSeconds } = value;
  if (!isSeconds(seconds) || !isSeconds(warnSeconds)) return null;
  const endsAtMillis = typeof ends === 'string' ? Date.parse(ends) : Number.NaN;
  if (Number.isFinite(endsAtMillis)) return { seconds, warnSeconds, endsAtMillis, leftSeconds: null };
  return isSeconds(leftSeconds) ? { seconds, warnSeconds, endsAtMillis: null, leftSeconds } : null;
};
