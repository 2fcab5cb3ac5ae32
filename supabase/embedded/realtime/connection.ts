import type { RawData, WebSocket } from 'ws';
import type { Identity } from './authorization.ts';
import { Channel, JoinRefused } from './channel.ts';
import type { Reply, Services, Transport } from './channel.ts';
import { decode, encode } from './protocol.ts';
import type { Frame, Message, Version } from './protocol.ts';

export interface Limits {
  /** Sockets at once; one more gets HTTP 429. */
  sockets: number;
  /** Channels of one socket. */
  channels: number;
  /** Frames that one socket may send a second, on average. */
  framesPerSecond: number;
  /** Frames that one socket may send at once, such as all its joins after a reconnect. */
  frameBurst: number;
  /** Largest frame, and largest HTTP body, in bytes. */
  frameBytes: number;
  /** A socket that lets more than this many bytes wait is dropped: it would fill the server's memory. */
  bufferedBytes: number;
  /** A socket that has been silent for this long is dropped; the server asks for a sign twice as often. */
  silenceMillis: number;
}

export const CLOSE_POLICY_VIOLATION = 1008;

const TOPIC_PREFIX = 'realtime:';

/** One socket: reads its frames in order, and owns the channels that it joined. */
export class Connection implements Transport {
  readonly version: Version;
  readonly key: Identity;
  readonly #socket: WebSocket;
  readonly #services: Services;
  readonly #limits: Limits;
  readonly #channels = new Map<string, Channel>();
  readonly #allowance: Allowance;
  #work = Promise.resolve();
  #waiting = 0;
  #lastSeen = performance.now();

  constructor(socket: WebSocket, version: Version, key: Identity, services: Services, limits: Limits) {
    this.version = version;
    this.key = key;
    this.#socket = socket;
    this.#services = services;
    this.#limits = limits;
    this.#allowance = new Allowance(limits.framesPerSecond, limits.frameBurst, performance.now());

    socket.on('message', (data, isBinary) => {
      this.#receive(data, isBinary);
    });
    socket.on('pong', () => {
      this.#lastSeen = performance.now();
    });
    socket.on('close', () => {
      for (const channel of [...this.#channels.values()]) channel.close();
    });
    // ws closes the socket itself after an error (too large a frame, invalid UTF-8); unheard it would be thrown.
    socket.on('error', () => undefined);
  }

  send(frame: Frame): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > this.#limits.bufferedBytes) this.#socket.terminate();
    else this.#socket.send(frame);
  }

  /** Asks for a sign of life, and drops a socket that gave none for too long. */
  probe(now: number): void {
    if (now - this.#lastSeen > this.#limits.silenceMillis) this.#socket.terminate();
    else this.#socket.ping();
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#lastSeen = performance.now();
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (!this.#allowance.take(this.#lastSeen) || this.#waiting > this.#limits.frameBurst) {
      for (const channel of [...this.#channels.values()]) channel.shutDown('Too many messages per second');
      this.#socket.close(CLOSE_POLICY_VIOLATION, 'Too many messages per second');
      return;
    }
    // A malformed frame is ignored: there is no ref to answer, and the next one may be fine.
    const message = decode(this.version, asBytes(data), isBinary);
    if (!message) return;
    this.#waiting++;
    this.#work = this.#work
      .then(() => this.#handle(message))
      .catch((error: unknown) => {
        console.error('Realtime could not handle a message:', error);
        this.#reply(message, { status: 'error', response: { reason: 'Unknown Error on Channel' } });
      })
      .finally(() => {
        this.#waiting--;
      });
  }

  async #handle(message: Message): Promise<void> {
    const { topic, event, payload, joinRef } = message;
    if (topic === 'phoenix') {
      if (event === 'heartbeat') this.#reply(message, { status: 'ok', response: {} });
      return;
    }
    if (event === 'phx_join') {
      await this.#join(message);
      return;
    }
    const channel = this.#channels.get(topic);
    // A message of an earlier membership of the topic doesn't concern the present one.
    if (!channel || (joinRef !== null && joinRef !== channel.joinRef)) {
      this.#reply(message, { status: 'error', response: { reason: 'unmatched topic' } });
      return;
    }
    if (event === 'phx_leave') {
      channel.close();
      this.#reply(message, { status: 'ok', response: {} });
      channel.sayClosed();
      return;
    }
    const reply = await channel.handle(event, payload);
    if (reply) this.#reply(message, reply);
  }

  async #join(message: Message): Promise<void> {
    const { topic, joinRef, payload } = message;
    this.#channels.get(topic)?.close();
    try {
      if (!topic.startsWith(TOPIC_PREFIX)) throw new JoinRefused('unmatched topic');
      if (this.#channels.size >= this.#limits.channels) {
        throw new JoinRefused('ChannelRateLimitReached: Too many channels');
      }
      const onClose = () => this.#channels.delete(topic);
      const channel = await Channel.authorize(
        { topic: topic.slice(TOPIC_PREFIX.length), joinRef, payload, onClose },
        this,
        this.#services,
      );
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      this.#channels.set(topic, channel);
      this.#reply(message, { status: 'ok', response: { postgres_changes: [] } });
      channel.open();
      channel.syncPresence();
    } catch (error) {
      if (!(error instanceof JoinRefused)) throw error;
      this.#reply(message, { status: 'error', response: { reason: error.message } });
    }
  }

  #reply({ joinRef, ref, topic }: Message, reply: NonNullable<Reply>): void {
    this.send(encode(this.version, { joinRef, ref, topic, event: 'phx_reply', payload: reply }));
  }
}

/** A token bucket: `burst` at once, then `perSecond`. Times are milliseconds of one clock. */
class Allowance {
  readonly #perSecond: number;
  readonly #burst: number;
  #left: number;
  #at: number;

  constructor(perSecond: number, burst: number, now: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#left = burst;
    this.#at = now;
  }

  take(now: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}

function asBytes(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
