import type { WaitingList } from './list.ts';
import type { Subject } from '../follow/follow.ts';

/*
 * How the venue's own people follow its waiting list. Its topic announces each change by its number alone, and that a match
 * began or ended at a table. Parties go with time, so it is asked for now and then, too.
 */

export interface FollowedRoom {
  /** The last list that arrived, kept through failures; null before the first. */
  readonly list: WaitingList | null;
  /** The last request failed. */
  readonly isCut: boolean;
}

export const NO_ROOM_YET: FollowedRoom = { list: null, isCut: false };

const POLL_MILLIS = 20_000;
const FAILED_MILLIS = 5000;

/** An answer to a question may be written before another change is counted, and dated after it: by less than this. */
const OVERLAP_MILLIS = 5000;

/** The newer of two lists: the higher number. A restored database counts from lower ones, but much later. */
export const newerList = (before: WaitingList | null, list: WaitingList): WaitingList =>
  before && before.seq > list.seq && list.serverMillis - before.serverMillis < OVERLAP_MILLIS ? before : list;

export const ROOM: Subject<FollowedRoom, WaitingList, number | null> = {
  joinMillis: 10_000,
  gapMillis: 250,
  overlaps: false,
  restsHidden: true,
  pollMillis: ({ known }) => (known.isCut ? FAILED_MILLIS : POLL_MILLIS),
  receive: ({ known }, { answer }) => ({
    known: { list: newerList(known.list, answer), isCut: false },
    topic: answer.topic,
  }),
  hear: (known, seq) => (seq === known.list?.seq ? { known } : { known, askAfterMillis: 0 }),
  fail: ({ known }) => ({ ...known, isCut: true }),
};
