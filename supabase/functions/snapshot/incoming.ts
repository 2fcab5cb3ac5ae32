import { announcedBytes, readBody } from '../_shared/body.ts';
import { Refusal } from '../_shared/refusal.ts';
import { pictureIn } from './form.ts';
import { createPlaces } from './places.ts';
import type { Ports } from './ports.ts';
import { createWrongKeys } from './wrong-keys.ts';

const UPLOAD_MILLIS = 120_000;

const PICTURE = {
  limit: 10 * 1024 * 1024,
  tooLarge: () => new Refusal(413, 'The picture is larger than 10 MB.', { code: 'size' }),
};

/** Uploads per sender that may wait for memory. */
const WAITING = 64;
/** The least memory an upload counts for, however little it declares. */
const LEAST_BYTES = 1024 * 1024;

/** Uploads in progress, of tables' pictures and marks alike, sharing one memory budget. */
export interface Incoming {
  /** Reads a picture for this venue and processes it when the venue's turn comes. Throws a `Refusal`. */
  readonly receive: <Result>(
    request: Request,
    of: { readonly venue: string; readonly sender: string },
    work: (sent: Uint8Array<ArrayBuffer>) => Promise<Result>,
  ) => Promise<Result>;
  /** The refusal for a wrong key; throws a 429 after too many. */
  readonly wrongKey: (sender: string) => Refusal;
}

export const createIncoming = ({ room, turn, now }: Ports): Incoming => {
  const countWrongKey = createWrongKeys(now);
  // Four senders can fill it, each with room for the largest upload.
  const places = createPlaces({ total: room, share: Math.max(PICTURE.limit, room / 4), waiting: WAITING });

  return {
    receive: async (request, { venue, sender }, work) => {
      const bytes = Math.max(LEAST_BYTES, announcedBytes(request, PICTURE));
      const ending = new AbortController();
      const timer = setTimeout(() => {
        // The answer closes the connection, dropping the rest of the upload.
        const headers = { connection: 'close' };
        ending.abort(
          new Refusal(408, 'The picture took longer than two minutes.', { code: 'late', headers }),
        );
      }, UPLOAD_MILLIS);
      const leave = (): void => ending.abort(request.signal.reason);
      request.signal.addEventListener('abort', leave);
      try {
        const giveBack = await places.take([`address ${sender}`, `venue ${venue}`], bytes, ending.signal);
        try {
          const body = await readBody(request, PICTURE, ending.signal);
          const sent = pictureIn(body, request.headers.get('content-type'));
          return await turn(`venue ${venue}`, () => work(sent));
        } finally {
          giveBack();
        }
      } finally {
        clearTimeout(timer);
        request.signal.removeEventListener('abort', leave);
      }
    },
    wrongKey: (sender) => {
      countWrongKey(sender);
      return new Refusal(401, 'The upload key is missing or wrong.', {
        code: 'key',
        headers: { 'www-authenticate': 'x-upload-key' },
      });
    },
  };
};
