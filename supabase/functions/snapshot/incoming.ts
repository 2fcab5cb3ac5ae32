import { announcedBytes, MAX_BYTES, readPicture } from './body.ts';
import { createPlaces } from './places.ts';
import type { Ports } from './ports.ts';
import { Refusal } from './refusal.ts';
import { createWrongKeys } from './wrong-keys.ts';

const UPLOAD_MILLIS = 120_000;

/** Pictures of one sender that may wait for a place. */
const WAITING = 64;
/** Each takes as much, however little it announces. */
const LEAST_BYTES = 1024 * 1024;

/** Pictures on their way, of tables and of marks alike: what there is room for, they share. */
export interface Incoming {
  /** Reads a picture of somebody of this venue, and does the work on it when it is the venue's turn. Throws a `Refusal`. */
  readonly receive: <Result>(
    request: Request,
    of: { readonly venue: string; readonly sender: string },
    work: (sent: Uint8Array<ArrayBuffer>) => Promise<Result>,
  ) => Promise<Result>;
  /** The refusal of a sender's wrong key; throws a 429 when there were too many. */
  readonly wrongKey: (sender: string) => Refusal;
}

export const createIncoming = ({ room, turn, now }: Ports): Incoming => {
  const countWrongKey = createWrongKeys(now);
  // Four senders fill it, and each has place for one of the largest.
  const places = createPlaces({ total: room, share: Math.max(MAX_BYTES, room / 4), waiting: WAITING });

  return {
    receive: async (request, { venue, sender }, work) => {
      const bytes = Math.max(LEAST_BYTES, announcedBytes(request));
      const ending = new AbortController();
      const timer = setTimeout(() => {
        // The answer ends the connection, and with it the rest of the upload.
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
          const sent = await readPicture(request, ending.signal);
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
