import type { Begun, Recorded, Refused } from './answers.ts';
import type { Incoming } from './incoming.ts';
import { isThere } from './renditions.ts';
import { keptName } from './names.ts';
import type { Ports } from './ports.ts';
import { Refusal } from '../_shared/refusal.ts';

const DAY_MILLIS = 24 * 60 * 60 * 1000;

/** Reasons recorded for the venue's owner, by refusal code. */
const REASONS: Readonly<Record<string, string>> = {
  type: 'type',
  damaged: 'damaged',
  moving: 'moving',
  dimensions: 'dimensions',
  size: 'size',
  late: 'late',
  time: 'time',
  busy: 'busy',
  over_request_rate_limit: 'busy',
};

/** RFC 3339, or with an offset as `date +%z` writes it. https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:?\d\d)$/i;

/** A camera without a clock begins in 1970, 2000 or the year of its firmware. Pictures of that time can't be. */
const FIRST_PICTURES_MILLIS = Date.UTC(2026, 0, 1);

/**
 * When the picture was taken: as the sender says, or else when its upload began, also if the sender's clock was never
 * set or is ahead. Throws a 422.
 */
const capturedAt = (request: Request, nowMillis: number): Date => {
  const given = request.headers.get('x-captured-at');
  if (given === null) return new Date(nowMillis);
  const [, date, clock, offset] = TIME.exec(given) ?? [];
  const time = Date.parse(`${date}T${clock}${offset?.replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
  if (Number.isNaN(time)) {
    throw new Refusal(422, 'x-captured-at takes a time such as 2026-11-22T21:40:00Z.', { code: 'time' });
  }
  if (time < FIRST_PICTURES_MILLIS || time > nowMillis) return new Date(nowMillis);
  if (time < nowMillis - DAY_MILLIS) {
    throw new Refusal(422, 'The picture was taken more than a day ago: send a newer one.', { code: 'time' });
  }
  return new Date(time);
};

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export interface Uploaded {
  readonly id: string;
  /** Whether it was already there. */
  readonly repeated: boolean;
}

/**
 * Receives and stores a match's picture. Throws a Refusal; if the key was valid, also records the reason for the
 * venue's owner.
 */
export const createUpload = (
  { database, files, imageProcessor, now, report }: Ports,
  { receive, wrongKey }: Incoming,
): ((request: Request, matchId: string, sender: string) => Promise<Uploaded>) => {
  const refusalOf = (refused: Refused, sender: string): Refusal => {
    switch (refused.status) {
      case 'key':
        return wrongKey(sender);
      case 'table':
        return new Refusal(404, 'The venue of this upload key has no such table.');
      case 'busy':
        return new Refusal(429, 'This table sends too many pictures: wait a moment.', {
          code: 'busy',
          headers: { 'retry-after': String(Math.max(1, Math.ceil(refused.retry_after))) },
        });
    }
  };

  /** Removes files the database no longer lists, or never did; if that fails, a sweep removes them. */
  const remove = async (ids: readonly string[]): Promise<void> => {
    await files.remove(ids).catch((error: unknown) => {
      report('Files of pictures could not be removed', error);
    });
  };

  return async (request, matchId, sender) => {
    const began = now();
    const key = request.headers.get('x-upload-key') ?? '';
    const whose = { match_id: matchId, key };
    try {
      const begun = (await database.call('begin_upload', whose, sender)) as Begun;
      if (begun.status !== 'ok') throw refusalOf(begun, sender);
      const captured = capturedAt(request, began);
      const { id, venue } = begun;
      let digest = '';
      const { bytes } = await receive(request, { venue, sender }, async (sent) => {
        digest = hexOf(await crypto.subtle.digest('SHA-256', sent));
        return imageProcessor.toPhoto(sent);
      });
      const keep = (as: string): Promise<void> => files.put(keptName(as, 'image/jpeg'), bytes, 'image/jpeg');
      await keep(id);
      const values = { ...whose, id, type: 'image/jpeg', digest, captured_at: captured.toISOString() };
      const recorded = (await database.call('record_snapshot', values, sender)) as Recorded;
      // The file may be lost, or the database restored from a copy.
      if (recorded.status === 'repeated' && !(await isThere(files, keptName(recorded.id, 'image/jpeg'))))
        await keep(recorded.id);
      if (recorded.status !== 'stored') await remove([id]);
      if (!('id' in recorded)) throw refusalOf(recorded, sender);
      if (recorded.expired.length) await remove(recorded.expired);
      return { id: recorded.id, repeated: recorded.status === 'repeated' };
    } catch (error) {
      const reason = error instanceof Refusal ? REASONS[error.code ?? ''] : undefined;
      if (reason !== undefined) {
        await database
          .call('fail_upload', { ...whose, reason }, sender)
          .catch((failure: unknown) => report('A failed upload could not be noted', failure));
      }
      throw error;
    }
  };
};
