import { randomUUID } from 'node:crypto';
import { isApiKey } from '../auth/tokens.ts';
import { CredentialError } from './authorization.ts';
import type { Asker, Authorizer, Identity, Permissions } from './authorization.ts';
import { wireTopic } from './hub.ts';
import type { Hub, Member } from './hub.ts';
import { weightOf } from './limits.ts';
import type { Limits, Quota } from './limits.ts';
import { isObject } from '../../../src/rules/read.ts';
import { encode } from './protocol.ts';
import type { Broadcast, Frame, Version } from './protocol.ts';

/** The parts of a socket that its channels use. */
export interface Transport {
  readonly version: Version;
  /** The identity behind the socket's API key. */
  readonly key: Identity;
  readonly quota: Quota;
  /** Whom database checks are for: the socket's current message. */
  readonly asker: Asker;
  send(frame: Frame): void;
}

export interface Services {
  hub: Hub;
  authorizer: Authorizer;
  limits: Limits;
}

/** The reply to a push; null if the protocol sends none. */
export type Reply = { status: 'ok' | 'error'; response: Record<string, unknown> | string } | null;

/** A refused join, with the reason the client is told: `<code>: <sentence>`. */
export class JoinRefused extends Error {}

interface JoinConfig {
  acknowledges: boolean;
  echoes: boolean;
  presenceEnabled: boolean;
  presenceKey: string;
  /** Whether the client waits until database broadcasts are ready. */
  wantsReplicationReady: boolean;
}

const TOO_MANY_MESSAGES = 'Too many messages per second';
const OK: Reply = { status: 'ok', response: {} };

// setTimeout can't wait longer than 2^31 ms, so distant expiries are rechecked hourly.
const LONGEST_WAIT_MILLIS = 3_600_000;

/** One client's membership of a topic, from its accepted join until it leaves or is closed. */
export class Channel implements Member {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly #config: JoinConfig;
  readonly #transport: Transport;
  readonly #services: Services;
  readonly #onClose: () => void;
  #identity: Identity;
  #token: unknown;
  #reads: Permissions;
  #writes: Permissions | undefined;
  #presenceEnabled: boolean;
  #expiry: NodeJS.Timeout | undefined;
  #isOpen = false;

  private constructor(options: {
    topic: string;
    joinRef: string | null;
    config: JoinConfig;
    token: unknown;
    identity: Identity;
    reads: Permissions;
    transport: Transport;
    services: Services;
    onClose: () => void;
  }) {
    this.topic = options.topic;
    this.joinRef = options.joinRef;
    this.#config = options.config;
    this.#presenceEnabled = options.config.presenceEnabled;
    this.#token = options.token;
    this.#identity = options.identity;
    this.#reads = options.reads;
    this.#transport = options.transport;
    this.#services = options.services;
    this.#onClose = options.onClose;
  }

  /**
   * Checks a `phx_join` payload, its token and the policies. The channel hears nothing until `open()`.
   * @throws {JoinRefused}
   */
  static async authorize(
    options: { topic: string; joinRef: string | null; payload: unknown; onClose: () => void },
    transport: Transport,
    services: Services,
  ): Promise<Channel> {
    const { topic, payload } = options;
    const { authorizer } = services;
    if (topic === '') throw new JoinRefused('TopicNameRequired: You must provide a topic name');
    const config = joinConfig(payload);
    const token = isObject(payload) ? payload['access_token'] : undefined;
    const identify = () =>
      authorizer.identifyToken(token, transport.key).catch((error: unknown) => {
        throw error instanceof CredentialError ? new JoinRefused(error.message) : error;
      });
    const identity = await identify();
    const reads = await authorizer.mayRead(identity, topic, transport.asker);
    // While the join was queued, its token may have expired or its session ended.
    await identify();
    if (!reads.broadcast && !reads.presence) {
      throw new JoinRefused(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
      );
    }
    return new Channel({ ...options, config, token, identity, reads, transport, services });
  }

  get version(): Version {
    return this.#transport.version;
  }

  get hearsBroadcasts(): boolean {
    return this.#reads.broadcast;
  }

  get hearsPresence(): boolean {
    return this.#presenceEnabled && this.#reads.presence;
  }

  send(frame: Frame): void {
    this.#transport.send(frame);
  }

  /** The session that the channel was joined in. */
  get sessionId(): unknown {
    return this.#identity.claims['session_id'];
  }

  /** Closes the channel if its token is no longer valid. */
  async closeIfEnded(): Promise<void> {
    try {
      await this.#services.authorizer.identifyToken(this.#token, this.#transport.key);
    } catch (error) {
      if (!(error instanceof CredentialError)) throw error;
      this.shutDown(error.message.replace(/^\w+: /, ''));
    }
  }

  /** Starts receiving from the topic. */
  open(): void {
    this.#isOpen = true;
    this.#services.hub.join(this);
    this.#awaitExpiry();
    this.#syncPresence();
    // The server listens to the database before accepting sockets, so this is true at once.
    if (this.#config.wantsReplicationReady) this.#pushSystem('ok', 'Replication connection established');
  }

  /** Stops receiving from the topic and leaves its presence. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#expiry);
    this.#services.hub.leave(this);
    this.#onClose();
  }

  /** Closes with a reason, in the form supabase-js passes to `system` listeners. */
  shutDown(message: string): void {
    if (!this.#isOpen) return;
    this.#pushSystem('error', message);
    this.close();
    this.sayClosed();
  }

  sayClosed(): void {
    this.#push('phx_close', {}, this.joinRef);
  }

  /** Handles a message of `bytes` bytes. */
  async handle(event: string, payload: unknown, bytes: number): Promise<Reply> {
    switch (event) {
      case 'broadcast':
        return this.#broadcast(payload, bytes);
      case 'presence':
        return this.#presence(payload);
      case 'access_token':
        await this.#refresh(isObject(payload) ? payload['access_token'] : undefined);
        return null;
      default:
        return null;
    }
  }

  /** A denied sender gets no reply, even with `ack`: that is how Realtime treats a denial. */
  async #broadcast(payload: unknown, bytes: number): Promise<Reply> {
    const broadcast = asBroadcast(payload);
    if (!broadcast || !(await this.#mayWrite()).broadcast || !this.#isOpen) return null;
    const { acknowledges, echoes } = this.#config;
    if (bytes > this.#services.limits.payloadBytes) {
      return acknowledges ? { status: 'error', response: 'payload_size_exceeded' } : null;
    }
    const address = { topic: this.topic, isPrivate: true };
    const isSent = this.#deliver((hub) => hub.broadcast(address, broadcast, echoes ? undefined : this));
    return acknowledges && isSent ? OK : null;
  }

  /**
   * Sends something charged to the address that caused it, by the weight `send` returns. If its allowance is used up,
   * closes the channel instead.
   */
  #deliver(send: (hub: Hub) => number): boolean {
    const { deliveries } = this.#transport.quota;
    if (deliveries.secondsUntilOne(performance.now()) > 0) {
      this.shutDown(TOO_MANY_MESSAGES);
      return false;
    }
    deliveries.spend(performance.now(), send(this.#services.hub));
    return true;
  }

  async #presence(payload: unknown): Promise<Reply> {
    const failed: Reply = { status: 'error', response: {} };
    if (!isObject(payload) || typeof payload['event'] !== 'string') return failed;
    switch (payload['event'].toLowerCase()) {
      case 'track': {
        const meta = payload['payload'] ?? {};
        if (!isObject(meta)) {
          return { status: 'error', response: { reason: 'Presence track payload must be a map' } };
        }
        if (!(await this.#mayWrite()).presence || !this.#isOpen) return failed;
        const { presenceKey } = this.#config;
        if (JSON.stringify([presenceKey, meta]).length > this.#services.limits.presenceBytes) {
          this.shutDown('Track message size exceeded');
          return null;
        }
        if (!this.#deliver((hub) => hub.track(this, presenceKey, meta))) return null;
        if (!this.#presenceEnabled) {
          this.#presenceEnabled = true;
          this.#syncPresence();
        }
        return OK;
      }
      case 'untrack':
        return this.#deliver((hub) => hub.untrack(this)) ? OK : null;
      default:
        return failed;
    }
  }

  /** Replaces the token; closes the channel if the new one may not read it. */
  async #refresh(token: unknown): Promise<void> {
    if (typeof token !== 'string' || isApiKey(token) || token === this.#token) return;
    try {
      const { authorizer } = this.#services;
      const { key, asker } = this.#transport;
      const identity = await authorizer.identifyToken(token, key);
      const reads = await authorizer.mayRead(identity, this.topic, asker);
      // As when joining.
      await authorizer.identifyToken(token, key);
      const isRevoked = (['broadcast', 'presence'] as const).some(
        (kind) => this.#reads[kind] && !reads[kind],
      );
      if (isRevoked) {
        this.shutDown(`You no longer have permission to read from this Channel topic: ${this.topic}`);
        return;
      }
      if (!this.#isOpen) return;
      this.#token = token;
      this.#identity = identity;
      this.#reads = reads;
      this.#writes = undefined;
      this.#awaitExpiry();
    } catch (error) {
      if (!(error instanceof CredentialError)) throw error;
      this.shutDown(error.message.replace(/^\w+: /, ''));
    }
  }

  /** Asks the database on the first message and keeps the answer until the token changes: most channels only listen. */
  async #mayWrite(): Promise<Permissions> {
    const { authorizer } = this.#services;
    this.#writes ??= await authorizer.mayWrite(this.#identity, this.topic, this.#transport.asker);
    return this.#writes;
  }

  #awaitExpiry(): void {
    clearTimeout(this.#expiry);
    if (this.#identity.expiresAt === null) return;
    const millis = this.#identity.expiresAt * 1000 - Date.now();
    if (millis <= 0) this.shutDown('Token has expired 0 seconds ago');
    else {
      this.#expiry = setTimeout(
        () => {
          this.#awaitExpiry();
        },
        Math.min(millis, LONGEST_WAIT_MILLIS),
      );
    }
  }

  /** Everyone's presence in one frame, charged by size. */
  #syncPresence(): void {
    if (!this.hearsPresence) return;
    const { hub } = this.#services;
    this.#deliver(() => weightOf(this.#push('presence_state', hub.presenceState(this.topic))));
  }

  #pushSystem(status: 'ok' | 'error', message: string): void {
    this.#push('system', { extension: 'system', status, message, channel: this.topic });
  }

  /** Returns the length of the sent frame. */
  #push(event: string, payload: unknown, ref: string | null = null): number {
    const message = { joinRef: this.joinRef, ref, topic: wireTopic(this.topic), event, payload };
    const frame = encode(this.version, message);
    this.send(frame);
    return frame.length;
  }
}

/**
 * A client's channel settings, with Realtime's defaults.
 *
 * Postgres Changes and replay are refused rather than ignored: a client that believed itself subscribed would
 * wait for messages that never come. CueBoard's database broadcasts instead, and a viewer fetches the state.
 */
function joinConfig(payload: unknown): JoinConfig {
  const config = recordAt(payload, 'config');
  const broadcast = recordAt(config, 'broadcast');
  const presence = recordAt(config, 'presence');
  const changes = config['postgres_changes'];
  // As on hosted Supabase with public access turned off: anyone could use a public channel for anything.
  if (!isTrue(config['private'])) {
    throw new JoinRefused('PrivateOnly: This project only allows private channels');
  }
  if (Array.isArray(changes) && changes.length > 0) {
    throw new JoinRefused(
      'RealtimeDisabledForConfiguration: Postgres Changes is not available on this server, use Broadcast',
    );
  }
  if (broadcast['replay'] !== undefined && broadcast['replay'] !== null) {
    throw new JoinRefused('UnableToReplayMessages: Replay is not available on this server');
  }
  const key = presence['key'];
  return {
    acknowledges: isTrue(broadcast['ack']),
    echoes: isTrue(broadcast['self']),
    presenceEnabled: isTrue(presence['enabled']),
    presenceKey: typeof key === 'string' && key !== '' ? key : randomUUID(),
    wantsReplicationReady: isTrue(broadcast['replication_ready']),
  };
}

/** Realtime accepts the words too, in any case. */
function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true');
}

function asBroadcast(payload: unknown): Broadcast | null {
  if (!isObject(payload) || typeof payload['event'] !== 'string') return null;
  return { event: payload['event'], payload: payload['payload'] ?? {} };
}

function recordAt(value: unknown, key: string): Record<string, unknown> {
  const inner = isObject(value) ? value[key] : undefined;
  return isObject(inner) ? inner : {};
}
