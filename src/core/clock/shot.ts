import { isBody } from '../rules/read.ts';

/** The shot clock of a match: how long a shot may take, and what more a player may ask for. */
export interface ShotSettings {
  /** Seconds for a shot. */
  readonly seconds: number;
  /** Seconds for the first shot after a break; null when it is as long as any other. */
  readonly afterBreakSeconds: number | null;
  /** It warns with so many seconds left. */
  readonly warnSeconds: number;
  readonly extensionSeconds: number;
}

/** Settings as an association publishes them. */
export interface ShotDefaults extends ShotSettings {
  /** Extensions for each player in a rack or frame. */
  readonly extensions: number;
}

export const SHOT_DEFAULTS = {
  /** As on television. */
  matchroom: { seconds: 30, afterBreakSeconds: null, warnSeconds: 10, extensionSeconds: 30, extensions: 1 },
  /** WPA regulation 20, as the Norwegian federation publishes it: up to 60 seconds after the break. */
  wpa: { seconds: 35, afterBreakSeconds: 60, warnSeconds: 10, extensionSeconds: 25, extensions: 1 },
  /** The French federation's rule 8A, called at 20 seconds. */
  blackball: { seconds: 45, afterBreakSeconds: 90, warnSeconds: 20, extensionSeconds: 45, extensions: 1 },
  /** International rules (Ultimate Pool), 6j; they name no warning: ten seconds, as elsewhere. */
  international: {
    seconds: 45,
    afterBreakSeconds: null,
    warnSeconds: 10,
    extensionSeconds: 15,
    extensions: 1,
  },
  /** WEPF and Australia: called at 30 seconds, without extensions. */
  wepf: { seconds: 60, afterBreakSeconds: null, warnSeconds: 30, extensionSeconds: 0, extensions: 0 },
  /** The snooker Shoot Out's first five minutes. No source names a warning: five seconds. */
  shootOut: { seconds: 15, afterBreakSeconds: null, warnSeconds: 5, extensionSeconds: 0, extensions: 0 },
} as const satisfies Readonly<Record<string, ShotDefaults>>;

/** A shot clock as viewers get it, in server time. */
export interface ShotClock {
  /** Seconds that the shot was given, with its extensions: what a bar is drawn against. */
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

/** Whether the time is up, which costs a foul and no more. */
export const isExpired = (shot: ShotClock, nowMillis: number): boolean =>
  shotLeftSeconds(shot, nowMillis) === 0;

/** Whether it warns: from the second that its rules name until the time is up. */
export const isWarning = (shot: ShotClock, nowMillis: number): boolean =>
  shotLeftSeconds(shot, nowMillis) <= shot.warnSeconds && !isExpired(shot, nowMillis);

/** The second that is shown: 0 only when the time is up. */
export const shotSecond = (shot: ShotClock, nowMillis: number): number =>
  Math.ceil(shotLeftSeconds(shot, nowMillis));

/** Milliseconds from `nowMillis` until another second is shown; null while it stands still. */
export const millisToNextShotSecond = (shot: ShotClock, nowMillis: number): number | null => {
  if (shot.endsAtMillis === null || isExpired(shot, nowMillis)) return null;
  return (shot.endsAtMillis - nowMillis) % 1000 || 1000;
};

/** No shot takes a day. */
const LONGEST_SECONDS = 86_400;

const isSeconds = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= LONGEST_SECONDS;

/**
 * A shot clock as the server sends it: `{"n": 30, "warn": 10, "ends": "2026-…" | null, "left": 12.5 | null}`. Null for
 * anything else, which a scorer link's holder may have written.
 */
export const parseShotClock = (value: unknown): ShotClock | null => {
  if (!isBody(value)) return null;
  const { n: seconds, warn: warnSeconds, ends, left: leftSeconds } = value;
  if (!isSeconds(seconds) || !isSeconds(warnSeconds)) return null;
  const endsAtMillis = typeof ends === 'string' ? Date.parse(ends) : Number.NaN;
  if (Number.isFinite(endsAtMillis)) return { seconds, warnSeconds, endsAtMillis, leftSeconds: null };
  return isSeconds(leftSeconds) ? { seconds, warnSeconds, endsAtMillis: null, leftSeconds } : null;
};
