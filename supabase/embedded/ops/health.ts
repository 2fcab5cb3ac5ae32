import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Trouble } from '../../../src/core/site/health.ts';
import type { CopiesState, CopyState } from '../data/copies.ts';
import type { Sessions } from '../data/sessions.ts';
import { formatVersion, programVersion, type Version } from './version.ts';

/** An installation's health, for monitoring, its owner and `npm run doctor`. */

/** How long the database and Realtime's listener may take to answer. */
const ANSWER_MILLIS = 2000;
/** An answer is reused for this long, so frequent requests cost nothing. */
const KEPT_MILLIS = 5000;
/** The least free space: a copy and its duplicate take about 70 MB, and PostgreSQL's log some more. */
export const LEAST_FREE_BYTES = 500_000_000;
/** A copy is taken daily; one may be late. */
const OLDEST_COPY_MILLIS = 2 * 24 * 60 * 60 * 1000;

/** The state of copying in one place, in plain values. */
export interface CopyHealth {
  /** When the newest was taken, as ISO 8601; null if there is none. */
  readonly last: string | null;
  readonly ageSeconds: number | null;
  /** Whether it was opened. */
  readonly checked: boolean;
  /** Why the last attempt failed, as a sentence. */
  readonly failed: string | null;
}

export interface Health extends Version {
  readonly status: 'ok' | 'failing';
  /** The troubles; none when `status` is `ok`. */
  readonly troubles: readonly Trouble[];
  /** The time of this check, as ISO 8601. */
  readonly time: string;
  readonly database: 'ok' | 'failing';
  readonly realtime: 'ok' | 'failing';
  readonly disk: { readonly freeBytes: number; readonly leastBytes: number };
  /** Null where no copies are taken. */
  readonly copy: CopyHealth | null;
  /** Null where the operator named no second place. */
  readonly second: (CopyHealth & { readonly place: string }) | null;
}

export interface Installation {
  /** The data folder. */
  readonly folder: string;
  readonly sessions: Sessions;
  /** Undefined where no copies are taken. */
  readonly copies: () => CopiesState | undefined;
  readonly now?: () => Date;
}

/** Bytes that are free for this account on a folder's disk. */
export const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Whether the work is done in time. */
const answers = async (work: Promise<unknown>): Promise<boolean> => {
  const late = new AbortController();
  try {
    return await Promise.race([
      work.then(
        () => true,
        () => false,
      ),
      setTimeout(ANSWER_MILLIS, false, { signal: late.signal }),
    ]);
  } finally {
    late.abort();
  }
};

/** The state of copying, with the newest copy's age. */
export const copyHealth = ({ last, checked, failed }: CopyState, now: Date): CopyHealth => ({
  last: last?.toISOString() ?? null,
  ageSeconds: last && Math.round((now.getTime() - last.getTime()) / 1000),
  checked,
  failed,
});

/** Whether copying in this place works. A first copy may still be in progress. */
export const isCopyFine = ({ ageSeconds, failed }: CopyHealth): boolean =>
  failed === null && (ageSeconds ?? 0) * 1000 <= OLDEST_COPY_MILLIS;

/** An installation's current health. Never rejects; takes two seconds at most. */
export const healthOf = async ({
  folder,
  sessions,
  copies,
  now = () => new Date(),
}: Installation): Promise<Health> => {
  const [database, realtime, freeBytes] = await Promise.all([
    answers(sessions.pg.query('select 1')),
    answers(sessions.settle()),
    freeBytesOf(folder).catch(() => 0),
  ]);
  const time = now();
  const state = copies();
  const copy = state ? copyHealth(state, time) : null;
  const second = state?.second ? { place: state.second.place, ...copyHealth(state.second, time) } : null;
  const isFine: Readonly<Record<Trouble, boolean>> = {
    database,
    realtime,
    disk: freeBytes >= LEAST_FREE_BYTES,
    copy: copy === null || isCopyFine(copy),
    second: second === null || isCopyFine(second),
  };
  const troubles = (Object.keys(isFine) as Trouble[]).filter((trouble) => !isFine[trouble]);
  return {
    status: troubles.length ? 'failing' : 'ok',
    troubles,
    ...programVersion(),
    time: time.toISOString(),
    database: database ? 'ok' : 'failing',
    realtime: realtime ? 'ok' : 'failing',
    disk: { freeBytes, leastBytes: LEAST_FREE_BYTES },
    copy,
    second,
  };
};

/** The report for a venue's own people, without the computer's folders. */
export const forVenue = ({ status, troubles, version, commit, disk, copy, second }: Health) => ({
  status,
  troubles,
  version: formatVersion({ version, commit }),
  disk: { freeBytes: disk.freeBytes },
  copy: copy && { last: copy.last },
  second: second && { last: second.last },
});

/** Checks again only after some seconds, and never twice at once. */
export const watchHealth = (installation: Installation): (() => Promise<Health>) => {
  let looked = -Infinity;
  let health: Promise<Health> | undefined;
  return () => {
    const now = performance.now();
    if (!health || now - looked > KEPT_MILLIS) {
      looked = now;
      health = healthOf(installation);
    }
    return health;
  };
};
