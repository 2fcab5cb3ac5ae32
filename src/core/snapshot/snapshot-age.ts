import type { ServerOffset } from '../clock/offset.ts';

/** The starting point of an age: when the photo was taken, when the score changed, or when this browser loaded it. */
export type AgeOf = 'taken' | 'score' | 'loaded';

/** How urgent a picture's age looks. */
export type AgeTone = 'live' | 'fresh' | 'ageing' | 'stale';

export interface PictureAge {
  readonly of: AgeOf;
  /** At least 1. */
  readonly count: number;
  readonly unit: 'second' | 'minute' | 'hour' | 'day';
  readonly tone: AgeTone;
}

/** The known times of a picture. */
export interface AgingPicture {
  /** In server time; undefined if the endpoint doesn't say. */
  readonly capturedMillis: number | undefined;
  readonly isDrawn: boolean;
  /** When this browser loaded it, in device time. */
  readonly loadedMillis: number;
}

/** How reliably this browser learns of newer pictures. */
export interface Contact {
  /** Whether changes are announced to this browser. */
  readonly isListening: boolean;
  /** Whether the last request failed, so that the picture may be out of date. */
  readonly isCut: boolean;
  /** When the server last confirmed which picture is the latest, in device time. */
  readonly confirmedMillis: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A table's TV box sends its picture every few seconds, or when a rack ends. */
const AGEING_MILLIS = 2 * MINUTE;
const STALE_MILLIS = 15 * MINUTE;
/** A drawn board is current as long as the server keeps confirming it, at least once a minute. */
const CONFIRMED_MILLIS = 90 * SECOND;

const STEPS = [
  { unit: 'day', millis: DAY },
  { unit: 'hour', millis: HOUR },
  { unit: 'minute', millis: MINUTE },
] as const;

const toneAfter = (millis: number): AgeTone => {
  if (millis < AGEING_MILLIS) return 'fresh';
  return millis < STALE_MILLIS ? 'ageing' : 'stale';
};

const toneOf = (of: AgeOf, ageMillis: number, sinceConfirmed: number, contact: Contact): AgeTone => {
  if (of === 'taken') return toneAfter(ageMillis);
  const isTold = contact.isListening || sinceConfirmed < CONFIRMED_MILLIS;
  if (isTold && !contact.isCut) return of === 'score' ? 'live' : 'fresh';
  // The server no longer confirms that this is the latest picture.
  return sinceConfirmed < STALE_MILLIS ? 'ageing' : 'stale';
};

/** The age of a picture at a moment of device time, and the milliseconds until its wording changes. */
export const readAge = (
  { capturedMillis, isDrawn, loadedMillis }: AgingPicture,
  contact: Contact,
  offset: ServerOffset | null,
  nowMillis: number,
): { value: PictureAge; nextMillis: number } => {
  const since = capturedMillis === undefined ? loadedMillis : capturedMillis - (offset?.offsetMillis ?? 0);
  const millis = Math.max(0, nowMillis - since);
  const step = STEPS.find((one) => millis >= one.millis) ?? ({ unit: 'second', millis: SECOND } as const);
  let of: AgeOf = 'loaded';
  if (capturedMillis !== undefined) of = isDrawn ? 'score' : 'taken';
  return {
    value: {
      of,
      count: Math.max(1, Math.floor(millis / step.millis)),
      unit: step.unit,
      tone: toneOf(of, millis, nowMillis - contact.confirmedMillis, contact),
    },
    nextMillis: step.millis - (millis % step.millis),
  };
};

export const isSameAge = (one: PictureAge | null, other: PictureAge | null): boolean =>
  one?.of === other?.of &&
  one?.count === other?.count &&
  one?.unit === other?.unit &&
  one?.tone === other?.tone;
