import { failureOf, type AskSupabase } from '../_shared/hosted-api.ts';
import { namesOf } from './names.ts';
import type { SnapshotFiles } from './ports.ts';

/** Private: only the service can read or list it. */
const BUCKET = 'snapshots';
/** Storage deletes up to a thousand names at once. */
const REMOVED_AT_ONCE = 50;

/** Storage's own status code, which older versions send as a 400. */
const isMissing = async (answer: Response): Promise<boolean> => {
  if (answer.status === 404) return true;
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as { statusCode?: unknown } | null;
  return String(body?.statusCode) === '404';
};

/** Pictures in a Supabase Storage bucket, created with the first picture. */
export const createHostedFiles = (ask: AskSupabase): SnapshotFiles => {
  const send = (name: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Response> =>
    ask(`/storage/v1/object/${BUCKET}/${name}`, {
      method: 'POST',
      // Allows resending if the answer was lost.
      headers: { 'content-type': type, 'x-upsert': 'true', 'cache-control': 'max-age=31536000' },
      body: bytes,
    });

  /** Two simultaneous calls may both create it; either succeeds. */
  const makeBucket = async (): Promise<void> => {
    const answer = await ask('/storage/v1/bucket', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: BUCKET, name: BUCKET, public: false }),
    });
    await answer.body?.cancel();
  };

  return {
    put: async (name, bytes, type) => {
      const whole = new Uint8Array(bytes);
      let answer = await send(name, whole, type);
      if (!answer.ok && (await isMissing(answer))) {
        await makeBucket();
        answer = await send(name, whole, type);
      }
      if (!answer.ok) throw await failureOf('Storage', answer);
      await answer.body?.cancel();
    },
    get: async (name) => {
      const answer = await ask(`/storage/v1/object/authenticated/${BUCKET}/${name}`);
      if (answer.ok) {
        const { body, headers } = answer;
        if (!body) throw new Error('Storage answered without a body');
        return {
          type: headers.get('content-type') ?? 'application/octet-stream',
          size: Number(headers.get('content-length')),
          stream: () => body,
        };
      }
      if (!(await isMissing(answer))) throw await failureOf('Storage', answer);
      await answer.body?.cancel();
      return undefined;
    },
    remove: async (ids) => {
      for (let first = 0; first < ids.length; first += REMOVED_AT_ONCE) {
        const answer = await ask(`/storage/v1/object/${BUCKET}`, {
          method: 'DELETE',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ prefixes: ids.slice(first, first + REMOVED_AT_ONCE).flatMap(namesOf) }),
        });
        if (!answer.ok) throw await failureOf('Storage', answer);
        await answer.body?.cancel();
      }
    },
  };
};
