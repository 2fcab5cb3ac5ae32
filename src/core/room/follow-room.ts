import type { WaitingList } from './list.ts';
import type { Subject } from '../follow/follow.ts';

/*
 * How the venue's own screens follow its waiting list. Its topic announces changes by number, and matches that began or
 * ended at a table. Parties also expire, so it is polled as well.
 */

export interface FollowedRoom {
  /** The last list that arrived, kept through failures; null before the first. */
  readonly list: WaitingList | null;
  /** Whether the last request failed. */
  readonly isCut: boolean;
}

export const NO_ROOM_YET: FollowedRoom = { list: null, isCut: false };

const POLL_MILLIS = 20_000;
export const FAILED_MILLIS = 5000;
/** After its connection broke: a change may have been missed. */
const LOST_MILLIS = 1000;

/** The answer to a poll may be written before a change is counted, yet dated after it, by less than this. */
const OVERLAP_MILLIS = 5000;

/**
 * The newer of two lists, by number. A restored database counts from a lower number, but its list is dated much later.
 */
export const newerList = (before: WaitingList | null, list: WaitingList): WaitingList =>
  before && before.seq > list.seq && list.serverMillis - before.serverMillis < OVERLAP_MILLIS ? before : list;

export const ROOM_SUBJECT: Subject<FollowedRoom, WaitingList, number | null> = {
  joinMillis: 10_000,
  gapMillis: 250,
  overlaps: false,
  restsHidden: true,
  lostMillis: LOST_MILLIS,
  pollMillis: ({ known }) => (known.isCut ? FAILED_MILLIS : POLL_MILLIS),
  receive: ({ known }, { answer }) => ({
    known: { list: newerList(known.list, answer), isCut: false },
    topic: answer.topic,
  }),
  onMessage: (known, seq) => (seq === known.list?.seq ? { known } : { known, askAfterMillis: 0 }),
  fail: ({ known }) => ({ ...known, isCut: true }),
};
