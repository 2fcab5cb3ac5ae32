import { randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from './files.ts';
import { isSameKey, readBody, Refusal } from './http.ts';
import { addressOf, createLimiter, holdBack } from './limits.ts';
import { printFailure, quoted } from './log.ts';
import { UNFINISHED } from './paths.ts';
import { createPictureCheck, type Picture } from './pictures.ts';

/** Where the endpoint answers; what follows it names an image. */
const PATH = '/functions/v1/snapshot';
const MAX_BYTES = 8 * 1024 * 1024;
/** Each holds its picture until it is stored: all of them at once are this many times 8 MB. */
const MAX_UPLOADS = 16;
const UPLOAD_MILLIS = 120_000;
/** Of one address; a device with the right key is never counted. */
const WRONG_KEYS = { points: 10, duration: 60 };
const MATCH_ID = /^[A-Za-z0-9_-]{1,64}$/;
/** `<sequence>.<match>.<id>.<extension>`: one rename stores the picture and its place in the match's history. */
const FILE_NAME =
  /^(?<sequence>\d{12})\.(?<matchId>[A-Za-z0-9_-]{1,64})\.(?<id>[A-Za-z0-9_-]{22})\.(?:jpg|png|webp)$/;
/** How earlier versions named what {@link UNFINISHED} names now. */
const EARLIER_UNFINISHED = '.part';
/** Words of the viewer's error catalogue. */
const NO_UPLOAD = 'No upload yet for this match.';

const TYPES = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;

const checkMatchId = (matchId: string | null): string => {
  if (!matchId) throw new Refusal(422, 'matchId is missing.');
  if (!MATCH_ID.test(matchId))
    throw new Refusal(422, 'matchId takes 1 to 64 letters, digits, dashes and underscores.');
  return matchId;
};

/** The picture; undefined when it is too large. Throws a 408 when it is not all there after two minutes. */
const readPictureBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    // The answer ends the connection, and with it the rest of the upload.
    late.reject(
      new Refusal(408, 'The picture took longer than two minutes.', { headers: { connection: 'close' } }),
    );
  }, UPLOAD_MILLIS);
  try {
    return await Promise.race([readBody(request, MAX_BYTES), late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

interface StoredPicture {
  readonly type: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

const isStored = (found: StoredPicture | Record<string, unknown>): found is StoredPicture => 'path' in found;

const dataAnswerStart = ({ type }: StoredPicture): string => `{"ok":true,"dataUrl":"data:${type};base64,`;
const DATA_ANSWER_END = '"}';

const dataAnswerSize = (picture: StoredPicture): number =>
  dataAnswerStart(picture).length + Math.ceil(picture.size / 3) * 4 + DATA_ANSWER_END.length;

/** A picture as the JSON that the viewer falls back to, part by part. */
const dataAnswer = async function* (picture: StoredPicture): AsyncGenerator<string> {
  yield dataAnswerStart(picture);
  let left = Buffer.alloc(0);
  for await (const chunk of createReadStream(picture.path) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([left, chunk]);
    // Three bytes are four characters: only so are the parts' base64 the whole's.
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    left = bytes.subarray(whole);
  }
  yield left.toString('base64') + DATA_ANSWER_END;
};

export interface Snapshots {
  /** Answers a request below `/functions/v1/snapshot`; never rejects. */
  handle: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;
  /** Stores a picture as the match's latest. Throws a {@link Refusal} for a bad match or picture. */
  store: (matchId: string, bytes: Buffer) => Promise<{ id: string }>;
}

/**
 * The embedded default's snapshot endpoint: keeps every uploaded picture in `folder`, gives the latest of a
 * match, and serves pictures by their unguessable ids at three addresses, as a file host does. Uploads need
 * `uploadKey` in the header `x-upload-key`. A picture counts from the moment its upload began, so that a slow
 * upload never replaces one that began after it.
 */
export const createSnapshots = ({ folder, uploadKey }: { folder: string; uploadKey: string }): Snapshots => {
  if (!uploadKey) throw new Error('The snapshot endpoint needs an upload key.');
  const fileNames = new Map<string, string>();
  const latest = new Map<string, { sequence: number; id: string }>();
  const wrongKeys = createLimiter(WRONG_KEYS);
  const checkPicture = createPictureCheck();
  let lastSequence = 0;
  let uploads = 0;

  const remember = (fileName: string): void => {
    const { sequence: digits, matchId, id } = FILE_NAME.exec(fileName)?.groups ?? {};
    if (!digits || !matchId || !id) return;
    const sequence = Number(digits);
    lastSequence = Math.max(lastSequence, sequence);
    fileNames.set(id, fileName);
    if (sequence > (latest.get(matchId)?.sequence ?? 0)) latest.set(matchId, { sequence, id });
  };

  mkdirSync(folder, { recursive: true });
  for (const fileName of readdirSync(folder)) {
    // What a killed process left half-written.
    if ([UNFINISHED, EARLIER_UNFINISHED].some((ending) => fileName.endsWith(ending)))
      rmSync(join(folder, fileName), { force: true });
    else remember(fileName);
  }

  const takeSequence = (): number => (lastSequence += 1);

  /** What was `sent` is undefined when it was too much to be read. */
  const save = async (
    sequence: number,
    matchId: string,
    sent: Buffer | undefined,
  ): Promise<{ id: string }> => {
    if (!sent || sent.byteLength > MAX_BYTES) throw new Refusal(413, 'The picture is larger than 8 MB.');
    const { extension, bytes } = await checkPicture(sent);
    const id = randomBytes(16).toString('base64url');
    const fileName = `${String(sequence).padStart(12, '0')}.${matchId}.${id}.${extension}`;
    const temporary = join(folder, `${id}${UNFINISHED}`);
    try {
      const handle = await open(temporary, 'wx');
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, join(folder, fileName));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(folder);
    remember(fileName);
    return { id };
  };

  const findPicture = async (id: string): Promise<StoredPicture | undefined> => {
    const fileName = fileNames.get(id);
    if (!fileName) return undefined;
    const path = join(folder, fileName);
    const extension = fileName.slice(fileName.lastIndexOf('.') + 1) as Picture['extension'];
    return { type: TYPES[extension], path, size: (await stat(path)).size };
  };

  const checkKey = async (request: IncomingMessage): Promise<void> => {
    const key = request.headers['x-upload-key'];
    if (typeof key === 'string' && isSameKey(key, uploadKey)) return;
    await wrongKeys.take(addressOf(request));
    throw new Refusal(401, 'The upload key is missing or wrong.', {
      headers: { 'www-authenticate': 'x-upload-key' },
    });
  };

  const upload = async (request: IncomingMessage, url: URL): Promise<{ id: string }> => {
    await checkKey(request);
    const matchId = checkMatchId(url.searchParams.get('matchId'));
    if (uploads >= MAX_UPLOADS)
      throw new Refusal(503, 'Too many pictures arrive at once: send it again in a moment.', {
        headers: { 'retry-after': '5' },
      });
    const sequence = takeSequence();
    uploads += 1;
    try {
      return await save(sequence, matchId, await readPictureBody(request));
    } finally {
      uploads -= 1;
    }
  };

  /** The picture to give as a data address, or the answer itself. */
  const ask = async ({ searchParams }: URL): Promise<StoredPicture | Record<string, unknown>> => {
    const wantsData = searchParams.get('latestData') === '1';
    if (!wantsData && searchParams.get('latest') !== '1')
      throw new Refusal(422, 'Ask with latest=1 or latestData=1.');
    const id = latest.get(checkMatchId(searchParams.get('matchId')))?.id;
    if (!id) return { ok: false, error: NO_UPLOAD };
    if (!wantsData) return { ok: true, id };
    return (await findPicture(id)) ?? { ok: false, error: 'no image' };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const { method } = request;
    response.setHeader('x-content-type-options', 'nosniff');
    const isReading = method === 'GET' || method === 'HEAD';
    const send = (status: number, headers: Record<string, string>, body: string | Buffer): void => {
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
      response.end(method === 'HEAD' ? undefined : body);
    };
    const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void =>
      send(status, { ...JSON_HEADERS, ...headers }, JSON.stringify(body));
    /** Sends a picture as fast as it is read, and keeps none of it. */
    const stream = async (
      headers: Record<string, string>,
      size: number,
      parts: () => Readable,
    ): Promise<void> => {
      response.writeHead(200, { ...headers, 'content-length': size });
      // A file that is opened and let go at once may be gone by then, and nobody would hear its error.
      if (method === 'HEAD') response.end();
      else await pipeline(parts(), response);
    };
    try {
      const [, kind, id = '', ...rest] = url.pathname.slice(PATH.length).split('/');
      const isEndpoint = !kind && !id;
      if (!isReading && !(isEndpoint && method === 'POST'))
        throw new Refusal(405, 'Method not allowed.', {
          headers: { allow: isEndpoint ? 'GET, HEAD, POST' : 'GET, HEAD' },
        });
      if (isEndpoint) {
        if (method === 'POST') {
          json(201, { ok: true, ...(await upload(request, url)) });
          return;
        }
        const found = await ask(url);
        if (isStored(found))
          await stream(JSON_HEADERS, dataAnswerSize(found), () => Readable.from(dataAnswer(found)));
        else json(200, found);
        return;
      }
      const isImage = ['image', 'thumbnail', 'd'].includes(kind ?? '') && rest.length === 0;
      const picture = isImage ? await findPicture(id) : undefined;
      if (!picture) throw new Refusal(404, 'not found');
      const isDownload = url.searchParams.get('export') === 'download';
      await stream(
        {
          'content-type': picture.type,
          // An id's picture never changes.
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'",
          // The site may stand on another host than its pictures.
          'cross-origin-resource-policy': 'cross-origin',
          ...(isDownload && { 'content-disposition': 'attachment; filename=scoreboard.jpg' }),
        },
        picture.size,
        () => createReadStream(picture.path),
      );
    } catch (error) {
      // The sender went away: nobody is left to be answered, and nothing was stored.
      if (response.destroyed || request.errored) return;
      if (error instanceof Refusal) {
        await holdBack(error);
        json(error.status, { ok: false, error: error.message }, error.headers);
        return;
      }
      printFailure(
        `The snapshot endpoint could not answer ${quoted(`${method ?? ''} ${url.pathname}`)}`,
        error,
      );
      if (response.headersSent) response.end();
      else json(500, { ok: false, error: 'The snapshot endpoint failed.' });
    }
  };

  return {
    handle: answer,
    store: async (matchId, bytes) => save(takeSequence(), checkMatchId(matchId), bytes),
  };
};
