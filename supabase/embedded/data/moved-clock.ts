import { uptime } from 'node:os';
import type { Pool } from 'pg';
import { CHANGES_PER_SECOND } from '../../../src/core/overlay/board.ts';
import { printFailure, printOnce } from '../http/log.ts';
import { transaction } from './sessions.ts';

/** This computer's clock, which a person or the network may set by hours while the server runs. */
export interface WatchedClock {
  /** Runs work once all running times have been moved with the clock: at once, unless the clock was set. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly stop: () => Promise<void>;
}

const LOOK_EVERY_MILLIS = 250;
/** Smaller differences are within the precision of systems' uptime. */
const LEAST_MILLIS = 2000;

/**
 * How far the clock is ahead of the uptime, which setting the clock doesn't change. Both count while the computer
 * sleeps.
 */
const aheadMillis = (): number => Date.now() - uptime() * 1000;

interface Moved {
  /** By how much the clock was set. */
  readonly seconds: number;
  /** How long ago it was last known to be right: later events may already have times of the new clock. */
  readonly sinceSeconds: number;
}

/**
 * Moves running times with the clock: boards' clocks, the current matches, and the waiting list, which would otherwise
 * be hours old at once and expire. Finished matches keep their times. Locks in the order of `03_tables.sql`.
 *
 * Without triggers, which keep logs from being changed. Boards are numbered as after a restore, so devices that score
 * fetch their log again, and every page is told to ask again, because answers contain the time.
 */
const follow = ({ seconds, sinceSeconds }: Moved): string => {
  /** A time on the new clock, unless `dated` shows that it was written since. */
  const moved = (time: string, dated = time): string =>
    `${time} + case when ${dated} between clock_timestamp() - interval '${sinceSeconds} seconds' and clock_timestamp()
      then interval '0' else interval '${seconds} seconds' end`;
  const sets = (...times: readonly string[]): string =>
    times.map((time) => `${time} = ${moved(time)}`).join(', ');
  return `
    set local session_replication_role = replica;
    update public.venues set waiting_seq = waiting_seq + 1;
    update public.public_overlays set
      ${sets('clock_at', 'shot_at', 'visit_at')},
      clock_started_at = ${moved('clock_started_at', 'clock_at')},
      shot = shot || jsonb_build_object('ends', ${moved("(shot ->> 'ends')::timestamptz", 'shot_at')}),
      rev = rev + ${CHANGES_PER_SECOND};
    with played as (
      update public.matches set
        ${sets('started_at', 'stored_at')},
        clock_before = clock_before
          || jsonb_build_object('started_at', ${moved("(clock_before ->> 'started_at')::timestamptz")})
      where ended_at is null and id in (select match_id from public.public_overlays)
      returning id
    )
    update public.match_actions set at = ${moved('at', 'stored_at')}, stored_at = ${moved('stored_at')}
      where match_id in (select id from played);
    update public.waiting set ${sets('joined_at', 'called_at', 'started_at', 'ended_at', 'changed_at')};
    update public.waiting_ops set ${sets('at')};
    set local session_replication_role = origin;
    select realtime.send('{}', 'branding', 'overlay:' || url_token, true) from public.public_overlays;
    select realtime.send('{}', 'changed', private.paired_topic(id), true) from public.televisions;
    select realtime.send('{}', 'changed', 'snapshot:' || match_id, true) from private.pictured_tables where is_shown;
    select realtime.send(jsonb_build_object('seq', waiting_seq), 'seq', 'room:' || room_token, true) from public.venues`;
};

/** Watches the clock. `ahead` returns how far it is ahead of the uptime. */
export const watchClock = (pg: Pool, ahead = aheadMillis): WatchedClock => {
  let knownMillis = ahead();
  let lookedMillis = performance.now();
  /** By how much the clock was set since running times last followed it, and the longest time ago that can be. */
  let setMillis = 0;
  let sinceMillis = lookedMillis;
  let following: Promise<void> | undefined;
  const working = new Set<Promise<unknown>>();

  const catchUp = async (): Promise<void> => {
    // Work in progress while the clock was set may have times of either clock.
    await Promise.allSettled(working);
    const millis = setMillis;
    const seconds = Math.round(millis) / 1000;
    const sinceSeconds = Math.ceil((performance.now() - sinceMillis) / 1000);
    try {
      await transaction(pg, async (client) => {
        await client.query(follow({ seconds, sinceSeconds }));
      });
      setMillis -= millis;
      printOnce(
        `This computer's clock was set ${Math.abs(Math.round(seconds))} seconds ${seconds > 0 ? 'forward' : 'back'}: ` +
          'what is being played, and who waits, followed it',
      );
    } catch (error) {
      printFailure("What is being played could not follow this computer's clock", error);
    }
  };

  const look = (): Promise<void> | undefined => {
    const movedMillis = ahead() - knownMillis;
    knownMillis += movedMillis;
    if (Math.abs(movedMillis) >= LEAST_MILLIS) {
      if (setMillis === 0) sinceMillis = lookedMillis;
      setMillis += movedMillis;
    }
    lookedMillis = performance.now();
    if (setMillis !== 0) {
      following ??= catchUp().finally(() => {
        following = undefined;
      });
    }
    return following;
  };

  const timer = setInterval(() => void look(), LOOK_EVERY_MILLIS);
  return {
    run: async (work) => {
      // Without waiting, so that it starts before the next check.
      if (look()) await following;
      const doing = work();
      working.add(doing);
      try {
        return await doing;
      } finally {
        working.delete(doing);
      }
    },
    stop: async () => {
      clearInterval(timer);
      await following;
    },
  };
};
