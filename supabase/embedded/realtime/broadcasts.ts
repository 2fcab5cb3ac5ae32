import { Refusal } from '../http/http.ts';
import { tooMany } from '../http/limits.ts';
import type { Identity } from './authorization.ts';
import type { Services } from './channel.ts';
import type { TopicAddress } from './hub.ts';
import type { Quota } from './limits.ts';
import { isObject } from '../../../src/rules/read.ts';
import { parseJson } from './protocol.ts';
import type { Broadcast } from './protocol.ts';

/** A request's sender, and whether they are still waiting. */
export interface Sender {
  identity: Identity;
  quota: Quota;
  signal: AbortSignal;
}

export type AddressedBroadcast = TopicAddress & { broadcast: Broadcast };

const BATCH_PATH = '/realtime/v1/api/broadcast';
const SINGLE_PATH = /^\/realtime\/v1\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/;
const LARGEST_BATCH = 100;

/** Whether this is one of the two broadcast endpoints: the batch, and supabase-js's `httpSend()`. */
export function takesBroadcasts(url: URL): boolean {
  return url.pathname === BATCH_PATH || SINGLE_PATH.test(url.pathname);
}

/** @throws {Refusal} 429 when the address has sent too many requests */
export function takeRequest({ requests }: Quota): void {
  const now = performance.now();
  if (!requests.take(now)) throw tooMany(requests.secondsUntilOne(now));
}

/**
 * The messages of a broadcast request.
 * @throws {Refusal} 413 for a body of more than `largest` bytes, 422 for anything that isn't a message
 */
export async function readBroadcasts(
  request: Request,
  url: URL,
  largest: number,
): Promise<AddressedBroadcast[]> {
  const body = Buffer.from(await request.arrayBuffer());
  if (body.length > largest) throw new Refusal(413, `The body may have at most ${String(largest)} bytes`);
  const single = SINGLE_PATH.exec(url.pathname);
  if (!single) return asBatch(asJson(body));
  const [topic, event] = single.slice(1).map(decodePathSegment) as [string, string];
  const isBytes = request.headers.get('content-type')?.startsWith('application/octet-stream') === true;
  const payload = isBytes ? body : asJson(body);
  return [{ topic, isPrivate: url.searchParams.get('private') === 'true', broadcast: { event, payload } }];
}

/**
 * Delivers what the sender may send, silently dropping what the policies deny.
 * @throws {Refusal} 422 for too many private topics, 429 for too many deliveries
 */
export async function deliver(
  messages: AddressedBroadcast[],
  { identity, quota, signal }: Sender,
  { hub, authorizer, limits }: Services,
): Promise<void> {
  const asked = new Set(messages.filter(({ isPrivate }) => isPrivate).map(({ topic }) => topic));
  if (asked.size > limits.requestTopics) {
    throw new Refusal(422, `messages may have at most ${String(limits.requestTopics)} private topics`);
  }
  quota.requests.spend(performance.now(), asked.size);
  const denied = new Set<string>();
  for (const topic of asked) {
    const { broadcast } = await authorizer.mayWrite(identity, topic, { address: quota.address, signal });
    if (!broadcast) denied.add(topic);
  }
  for (const message of messages) {
    if (message.isPrivate && denied.has(message.topic)) continue;
    const seconds = quota.deliveries.secondsUntilOne(performance.now());
    if (seconds > 0) throw tooMany(seconds, 'Too many messages per second');
    quota.deliveries.spend(performance.now(), hub.broadcast(message, message.broadcast));
  }
}

function asBatch(body: unknown): AddressedBroadcast[] {
  const messages = isObject(body) ? body['messages'] : undefined;
  if (!Array.isArray(messages) || messages.length === 0) throw new Refusal(422, 'messages must be a list');
  if (messages.length > LARGEST_BATCH) {
    throw new Refusal(422, `messages must be at most ${String(LARGEST_BATCH)}`);
  }
  return messages.map((message: unknown, index) => {
    const at = `messages[${String(index)}]`;
    if (!isObject(message)) throw new Refusal(422, `${at} must be an object`);
    const { topic, event, payload, private: isPrivate = false } = message;
    if (typeof topic !== 'string' || topic === '') throw new Refusal(422, `${at}.topic must be a string`);
    if (typeof event !== 'string' || event === '') throw new Refusal(422, `${at}.event must be a string`);
    if (!isObject(payload)) throw new Refusal(422, `${at}.payload must be an object`);
    if (typeof isPrivate !== 'boolean') throw new Refusal(422, `${at}.private must be true or false`);
    return { topic, isPrivate, broadcast: { event, payload } };
  });
}

function asJson(body: Buffer): unknown {
  try {
    return parseJson(body.toString());
  } catch {
    throw new Refusal(422, 'The body must be JSON');
  }
}

function decodePathSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(422, 'The address is malformed');
  }
}
