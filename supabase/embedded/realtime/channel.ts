import { randomUUID } from 'node:crypto';
import { CredentialError, isApiKey } from './authorization.ts';
import type { Authorizer, Identity, Permissions } from './authorization.ts';
import { wireTopic } from './hub.ts';
import type { Hub, Member } from './hub.ts';
import { encode, isRecord } from './protocol.ts';
import type { Broadcast, Frame, Version } from './protocol.ts';

/** What a channel needs from its socket. */
export interface Transport {
  readonly version: Version;
  /** Who the socket's API key speaks for. */
  readonly key: Identity;
  send(frame: Frame): void;
}

export interface Services {
  hub: Hub;
  authorizer: Authorizer;
}

/** The answer to a push; null where the protocol sends none. */
export type Reply = { status: 'ok' | 'error'; response: Record<string, unknown> } | null;

/** A join that is refused, with the reason that the client is told: `<code>: <sentence>`. */
export class JoinRefused extends Error {}

interface JoinConfig {
  isPrivate: boolean;
  acknowledges: boolean;
  echoes: boolean;
  presenceEnabled: boolean;
  presenceKey: string;
}

const OK: Reply = { status: 'ok', response: {} };
const ANYTHING: Permissions = { broadcast: true, presence: true };

// setTimeout can't wait longer than 2^31 ms, so a distant expiry is looked at again every hour.
const LONGEST_WAIT_MILLIS = 3_600_000;

/** One client's membership of one topic, from its accepted join until it leaves or is closed. */
export class Channel implements Member {
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly joinRef: string | null;
  readonly #config: JoinConfig;
  readonly #transport: Transport;
  readonly #services: Services;
  readonly #onClose: () => void;
  #identity: Identity;
  #token: unknown;
  #reads: Permissions;
  #writes: Promise<Permissions> | undefined;
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
    this.isPrivate = options.config.isPrivate;
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
    if (topic === '') throw new JoinRefused('TopicNameRequired: You must provide a topic name');
    const config = joinConfig(payload);
    const token = isRecord(payload) ? payload['access_token'] : undefined;
    const identity = await services.authorizer.identifyToken(token, transport.key).catch((error: unknown) => {
      throw error instanceof CredentialError ? new JoinRefused(error.message) : error;
    });
    const reads = config.isPrivate ? await services.authorizer.mayRead(identity, topic) : ANYTHING;
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

  /** From now on the channel hears its topic. */
  open(): void {
    this.#isOpen = true;
    this.#services.hub.join(this);
    this.#awaitExpiry();
  }

  syncPresence(): void {
    if (this.hearsPresence) this.#push('presence_state', this.#services.hub.presenceState(this));
  }

  /** Stops hearing the topic, and being present in it. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#expiry);
    this.#services.hub.leave(this);
    this.#onClose();
  }

  /** Closes with the reason, in the form that supabase-js hands to `system` listeners. */
  shutDown(message: string): void {
    if (!this.#isOpen) return;
    this.#push('system', { extension: 'system', status: 'error', message, channel: this.topic });
    this.close();
    this.sayClosed();
  }

  sayClosed(): void {
    this.#push('phx_close', {}, this.joinRef);
  }

  async handle(event: string, payload: unknown): Promise<Reply> {
    switch (event) {
      case 'broadcast':
        return this.#broadcast(payload);
      case 'presence':
        return this.#presence(payload);
      case 'access_token':
        await this.#refresh(isRecord(payload) ? payload['access_token'] : undefined);
        return null;
      default:
        return null;
    }
  }

  /** A refused sender gets no answer, with `ack` too: that is how Realtime treats a denial. */
  async #broadcast(payload: unknown): Promise<Reply> {
    const broadcast = asBroadcast(payload);
    if (!broadcast || !(await this.#mayWrite()).broadcast || !this.#isOpen) return null;
    this.#services.hub.broadcast(this, broadcast, this.#config.echoes ? undefined : this);
    return this.#config.acknowledges ? OK : null;
  }

  async #presence(payload: unknown): Promise<Reply> {
    const failed: Reply = { status: 'error', response: {} };
    if (!isRecord(payload) || typeof payload['event'] !== 'string') return failed;
    switch (payload['event'].toLowerCase()) {
      case 'track': {
        const told = payload['payload'] ?? {};
        if (!isRecord(told)) {
          return { status: 'error', response: { reason: 'Presence track payload must be a map' } };
        }
        if (!(await this.#mayWrite()).presence || !this.#isOpen) return failed;
        this.#services.hub.track(this, this.#config.presenceKey, told);
        if (!this.#presenceEnabled) {
          this.#presenceEnabled = true;
          this.syncPresence();
        }
        return OK;
      }
      case 'untrack':
        this.#services.hub.untrack(this);
        return OK;
      default:
        return failed;
    }
  }

  /** A new token replaces the old one; a channel that it may no longer read is closed. */
  async #refresh(token: unknown): Promise<void> {
    if (typeof token !== 'string' || isApiKey(token) || token === this.#token) return;
    try {
      const { authorizer } = this.#services;
      const identity = await authorizer.identifyToken(token, this.#transport.key);
      const reads = this.isPrivate ? await authorizer.mayRead(identity, this.topic) : ANYTHING;
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

  /** Asked of the database at the first message and kept until the token changes: most channels only listen. */
  #mayWrite(): Promise<Permissions> {
    if (!this.isPrivate) return Promise.resolve(ANYTHING);
    this.#writes ??= this.#services.authorizer.mayWrite(this.#identity, this.topic);
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

  #push(event: string, payload: unknown, ref: string | null = null): void {
    const message = { joinRef: this.joinRef, ref, topic: wireTopic(this.topic), event, payload };
    this.send(encode(this.version, message));
  }
}

/**
 * What a client asked for, with Realtime's defaults.
 *
 * Postgres Changes and replay are refused rather than ignored: a client that believed itself subscribed would
 * wait for messages that never come. CueBoard's database broadcasts instead, and a viewer fetches the state.
 */
function joinConfig(payload: unknown): JoinConfig {
  const config = recordAt(payload, 'config');
  const broadcast = recordAt(config, 'broadcast');
  const presence = recordAt(config, 'presence');
  const changes = config['postgres_changes'];
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
    isPrivate: config['private'] === true,
    acknowledges: broadcast['ack'] === true,
    echoes: broadcast['self'] === true,
    presenceEnabled: presence['enabled'] === true,
    presenceKey: typeof key === 'string' && key !== '' ? key : randomUUID(),
  };
}

function asBroadcast(payload: unknown): Broadcast | null {
  if (!isRecord(payload) || typeof payload['event'] !== 'string') return null;
  return { event: payload['event'], payload: payload['payload'] ?? {} };
}

function recordAt(value: unknown, key: string): Record<string, unknown> {
  const inner = isRecord(value) ? value[key] : undefined;
  return isRecord(inner) ? inner : {};
}
