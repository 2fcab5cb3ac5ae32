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

/** A shot clock as the server sends it: `{"n": 30, "warn": 10, "ends": "2026-…" | null, "left": 12.5 | null}`. */
export const parseShotClock = (value: unknown): ShotClock | null => {
  if (!isBody(value)) return null;
  const { n: seconds, warn: warnSeconds, ends, left: leftSeconds } = value;
  if (typeof seconds !== 'number' || typeof warnSeconds !== 'number') return null;
  const endsAtMillis = typeof ends === 'string' ? Date.parse(ends) : Number.NaN;
  if (Number.isFinite(endsAtMillis)) return { seconds, warnSeconds, endsAtMillis, leftSeconds: null };
  return typeof leftSeconds === 'number' ? { seconds, warnSeconds, endsAtMillis: null, leftSeconds } : null;
};
