import type { IncomingMessage } from 'node:http';
import { readBody } from '../http.ts';
import type { Authorizer, Identity } from './authorization.ts';
import type { Hub, TopicAddress } from './hub.ts';
import { isRecord } from './protocol.ts';
import type { Broadcast } from './protocol.ts';

/** A request that is answered with this status and `{"error": message}`. */
export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type AddressedBroadcast = TopicAddress & { broadcast: Broadcast };

const BATCH_PATH = '/realtime/v1/api/broadcast';
const SINGLE_PATH = /^\/realtime\/v1\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/;
const LARGEST_BATCH = 100;

/** True for the two addresses that take broadcasts: the batch, and supabase-js's `httpSend()`. */
export function takesBroadcasts(url: URL): boolean {
  return url.pathname === BATCH_PATH || SINGLE_PATH.test(url.pathname);
}

/**
 * The messages of a broadcast request.
 * @throws {HttpError} 413 for a body of more than `largest` bytes, 422 for anything that isn't a message
 */
export async function readBroadcasts(
  request: IncomingMessage,
  url: URL,
  largest: number,
): Promise<AddressedBroadcast[]> {
  const body = await readBody(request, largest);
  if (!body) throw new HttpError(413, `The body may have at most ${String(largest)} bytes`);
  const single = SINGLE_PATH.exec(url.pathname);
  if (!single) return asBatch(asJson(body));
  const [topic, event] = single.slice(1).map(decodePathSegment) as [string, string];
  const isBytes = request.headers['content-type']?.startsWith('application/octet-stream') === true;
  const payload = isBytes ? body : asJson(body);
  return [{ topic, isPrivate: url.searchParams.get('private') === 'true', broadcast: { event, payload } }];
}

/** Delivers what the sender may send. What the policies deny is dropped, and the sender isn't told. */
export async function deliver(
  messages: AddressedBroadcast[],
  sender: Identity,
  { hub, authorizer }: { hub: Hub; authorizer: Authorizer },
): Promise<void> {
  const mayWrite = new Map<string, boolean>();
  for (const { topic, isPrivate } of messages) {
    if (isPrivate && !mayWrite.has(topic)) {
      mayWrite.set(topic, (await authorizer.mayWrite(sender, topic)).broadcast);
    }
  }
  for (const message of messages) {
    if (!message.isPrivate || mayWrite.get(message.topic)) hub.broadcast(message, message.broadcast);
  }
}

function asBatch(body: unknown): AddressedBroadcast[] {
  const messages = isRecord(body) ? body['messages'] : undefined;
  if (!Array.isArray(messages) || messages.length === 0) throw new HttpError(422, 'messages must be a list');
  if (messages.length > LARGEST_BATCH) {
    throw new HttpError(422, `messages must be at most ${String(LARGEST_BATCH)}`);
  }
  return messages.map((message: unknown, index) => {
    const at = `messages[${String(index)}]`;
    if (!isRecord(message)) throw new HttpError(422, `${at} must be an object`);
    const { topic, event, payload, private: isPrivate = false } = message;
    if (typeof topic !== 'string' || topic === '') throw new HttpError(422, `${at}.topic must be a text`);
    if (typeof event !== 'string' || event === '') throw new HttpError(422, `${at}.event must be a text`);
    if (!isRecord(payload)) throw new HttpError(422, `${at}.payload must be an object`);
    if (typeof isPrivate !== 'boolean') throw new HttpError(422, `${at}.private must be true or false`);
    return { topic, isPrivate, broadcast: { event, payload } };
  });
}

function asJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    throw new HttpError(422, 'The body must be JSON');
  }
}

function decodePathSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new HttpError(422, 'The address is not well encoded');
  }
}
