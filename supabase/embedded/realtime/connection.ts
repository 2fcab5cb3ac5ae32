import type { RawData, WebSocket } from 'ws';
import { printFailure } from '../http/log.ts';
import type { Asker, Identity } from './authorization.ts';
import { Channel, JoinRefused } from './channel.ts';
import type { Reply, Services, Transport } from './channel.ts';
import { Allowance, weightOf } from './limits.ts';
import type { Quota } from './limits.ts';
import { decode, encode } from './protocol.ts';
import type { Frame, Message, Version } from './protocol.ts';

export interface ConnectionOptions {
  version: Version;
  key: Identity;
  quota: Quota;
  services: Services;
  /** Called once, when the socket closes or is dropped. */
  onEnd: (connection: Connection) => void;
}

type Received = Message & { bytes: number };

const CLOSE_POLICY_VIOLATION = 1008;

/** How long a socket may take to agree to close. */
const FAREWELL_MILLIS = 1000;

const TOPIC_PREFIX = 'realtime:';
const OK: NonNullable<Reply> = { status: 'ok', response: {} };

/** The sender no longer waits for the answer. */
class Gone extends Error {}

/** One socket: handles its messages in order and owns its channels. */
export class Connection implements Transport {
  readonly version: Version;
  readonly key: Identity;
  readonly quota: Quota;
  readonly #socket: WebSocket;
  readonly #services: Services;
  readonly #onEnd: (connection: Connection) => void;
  readonly #channels = new Map<string, Channel>();
  readonly #frames: Allowance;
  readonly #joins: Allowance;
  #waiting: Received[] = [];
  #handled: { message: Received; abandon: AbortController } | undefined;
  #lastSeen = performance.now();
  #idle: NodeJS.Timeout | undefined;
  #resuming: NodeJS.Timeout | undefined;
  #isOpen = true;

  constructor(socket: WebSocket, { version, key, quota, services, onEnd }: ConnectionOptions) {
    this.version = version;
    this.key = key;
    this.quota = quota;
    this.#socket = socket;
    this.#services = services;
    this.#onEnd = onEnd;
    this.#frames = new Allowance(services.limits.frames, this.#lastSeen);
    this.#joins = new Allowance(services.limits.joins, this.#lastSeen);
    this.#awaitChannel();

    socket.on('message', (data, isBinary) => {
      this.#receive(data, isBinary);
    });
    socket.on('pong', () => {
      this.#lastSeen = performance.now();
    });
    socket.on('close', () => {
      this.release();
    });
    // After an error (oversized frame, invalid UTF-8) ws closes the socket; without a listener it would be thrown.
    socket.on('error', () => undefined);
  }

  get hasNoChannel(): boolean {
    return this.#channels.size === 0;
  }

  get asker(): Asker {
    const { address } = this.quota;
    return { address, signal: this.#handled?.abandon.signal ?? AbortSignal.abort(new Gone()) };
  }

  send(frame: Frame): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > this.#services.limits.bufferedBytes) this.#socket.terminate();
    else this.#socket.send(frame);
  }

  /** Pings, and drops a socket that has been silent too long. */
  probe(now: number): void {
    if (now - this.#lastSeen > this.#services.limits.silenceMillis) this.#socket.terminate();
    else this.#socket.ping();
  }

  /** Closes the channels that were joined in a session. */
  dropSession(sessionId: string, message: string): void {
    for (const channel of [...this.#channels.values()]) {
      if (channel.sessionId === sessionId) channel.shutDown(message);
    }
  }

  /** Closes the channels whose session has ended. */
  dropEndedSessions(): void {
    for (const channel of [...this.#channels.values()]) {
      channel.closeIfEnded().catch((error: unknown) => {
        printFailure('Realtime could not look for a session', error);
      });
    }
  }

  /** Ends everything on this socket and closes it: politely first, then by force. */
  close(code: number, reason: string): void {
    this.release();
    const force = setTimeout(() => {
      this.#socket.terminate();
    }, FAREWELL_MILLIS);
    this.#socket.on('close', () => {
      clearTimeout(force);
    });
    this.#socket.close(code, reason);
  }

  /** Drops a misbehaving or idle socket. Reads nothing more from it: it may be a flood. */
  dismiss(reason: string): void {
    for (const channel of [...this.#channels.values()]) channel.shutDown(reason);
    this.close(CLOSE_POLICY_VIOLATION, reason);
    this.#socket.pause();
  }

  /** Ends everything on this socket; anything still read is dropped. */
  release(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#waiting = [];
    this.#handled?.abandon.abort(new Gone());
    for (const channel of [...this.#channels.values()]) channel.close();
    clearTimeout(this.#idle);
    clearTimeout(this.#resuming);
    this.#onEnd(this);
  }

  /** Drops the socket if it joins nothing for too long. */
  #awaitChannel(): void {
    clearTimeout(this.#idle);
    if (!this.#isOpen || !this.hasNoChannel) return;
    this.#idle = setTimeout(() => {
      // A queued join isn't idle.
      if (this.#handled) this.#awaitChannel();
      else this.dismiss('No channel was joined');
    }, this.#services.limits.idleMillis);
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (!this.#isOpen) return;
    const now = performance.now();
    this.#lastSeen = now;
    const bytes = asBytes(data);
    const weight = weightOf(bytes.length);
    if (!this.#frames.take(now, weight) || this.#waiting.length > this.#services.limits.frames.burst) {
      this.dismiss('Too many messages per second');
      return;
    }
    this.#spendOfAddress(now, weight);
    // Ignore malformed frames: there is no ref to answer, and the next one may be fine.
    const message = decode(this.version, bytes, isBinary);
    if (!message) return;
    if (message.event === 'phx_leave') this.#abandonJoin(message);
    this.#waiting.push({ ...message, bytes: bytes.length });
    if (!this.#handled) void this.#handleWaiting();
  }

  /** Past its allowance, an address's messages stay in the network until it may send again. */
  #spendOfAddress(now: number, weight: number): void {
    this.quota.frames.spend(now, weight);
    const seconds = this.quota.frames.secondsUntilOne(now);
    if (seconds === 0 || this.#socket.isPaused) return;
    this.#socket.pause();
    this.#resuming = setTimeout(() => {
      this.#socket.resume();
    }, seconds * 1000);
  }

  /** Drops a join that is left before its turn, with everything sent to its topic in between. */
  #abandonJoin({ topic, joinRef }: Message): void {
    const isLeft = (message: Received) =>
      message.topic === topic && message.event === 'phx_join' && isOf(joinRef, message.joinRef);
    const isHandled = this.#handled !== undefined && isLeft(this.#handled.message);
    const first = isHandled ? 0 : this.#waiting.findIndex(isLeft);
    if (first === -1) return;
    if (isHandled) this.#handled?.abandon.abort(new Gone());
    this.#waiting = this.#waiting.filter((message, index) => index < first || message.topic !== topic);
  }

  async #handleWaiting(): Promise<void> {
    for (let message = this.#waiting.shift(); message; message = this.#waiting.shift()) {
      this.#handled = { message, abandon: new AbortController() };
      try {
        await this.#handle(message);
      } catch (error) {
        if (!(error instanceof Gone)) {
          printFailure('Realtime could not handle a message', error);
          this.#reply(message, { status: 'error', response: { reason: 'Unknown Error on Channel' } });
        }
      }
    }
    this.#handled = undefined;
  }

  async #handle(message: Received): Promise<void> {
    const { topic, event, payload, joinRef, bytes } = message;
    if (topic === 'phoenix') {
      if (event === 'heartbeat') this.#reply(message, OK);
      return;
    }
    if (event === 'phx_join') {
      await this.#join(message);
      return;
    }
    const channel = this.#channels.get(topic);
    if (event === 'phx_leave') {
      // As in Phoenix: acknowledge a leave even if already gone, and ignore one for an earlier membership.
      if (channel && !isOf(joinRef, channel.joinRef)) return;
      channel?.close();
      this.#reply(message, OK);
      channel?.sayClosed();
      return;
    }
    if (!channel) {
      this.#reply(message, { status: 'error', response: { reason: 'unmatched topic' } });
      return;
    }
    const reply = await channel.handle(event, payload, bytes);
    if (reply) this.#reply(message, reply);
  }

  async #join(message: Received): Promise<void> {
    const { topic, joinRef, payload, bytes } = message;
    const { limits } = this.#services;
    this.#channels.get(topic)?.close();
    try {
      const now = performance.now();
      if (!topic.startsWith(TOPIC_PREFIX)) throw new JoinRefused('unmatched topic');
      if (!this.#joins.take(now) || !this.quota.joins.take(now)) {
        throw new JoinRefused('ClientJoinRateLimitReached: Too many joins per second');
      }
      if (this.#channels.size >= limits.channels) {
        throw new JoinRefused('ChannelRateLimitReached: Too many channels');
      }
      if (bytes > limits.joinBytes) {
        throw new JoinRefused(`InvalidJoinPayload: A join may have at most ${limits.joinBytes} bytes`);
      }
      const onClose = () => {
        this.#channels.delete(topic);
        this.#awaitChannel();
      };
      const channel = await Channel.authorize(
        { topic: topic.slice(TOPIC_PREFIX.length), joinRef, payload, onClose },
        this,
        this.#services,
      );
      this.#handled?.abandon.signal.throwIfAborted();
      this.#channels.set(topic, channel);
      clearTimeout(this.#idle);
      this.#reply(message, { status: 'ok', response: { postgres_changes: [] } });
      channel.open();
    } catch (error) {
      if (!(error instanceof JoinRefused)) throw error;
      this.#reply(message, { status: 'error', response: { reason: error.message } });
    }
  }

  #reply({ joinRef, ref, topic }: Message, reply: NonNullable<Reply>): void {
    this.send(encode(this.version, { joinRef, ref, topic, event: 'phx_reply', payload: reply }));
  }
}

/** Whether a message belongs to this membership; without a reference it belongs to the current one. */
function isOf(joinRef: string | null, membership: string | null): boolean {
  return joinRef === null || joinRef === membership;
}

function asBytes(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
