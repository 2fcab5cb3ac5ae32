/** Limits per socket and per address. An address is one subscriber or one venue: see `addressOf`. */

/** A burst, refilled at so much per second. */
export interface Rate {
  burst: number;
  perSecond: number;
}

export interface Limits {
  /** Sockets in total. */
  sockets: number;
  /** Sockets per address. */
  addressSockets: number;
  /** Handshakes per address. */
  addressConnects: Rate;
  /** How long a socket may go without a channel. */
  idleMillis: number;
  /** Channels per socket. */
  channels: number;
  /** Joins per socket. */
  joins: Rate;
  /** Joins per address. */
  addressJoins: Rate;
  /** Frames per socket, by weight; exceeding it closes the socket. */
  frames: Rate;
  /** Frames per address, by weight; past it, reading slows down. */
  addressFrames: Rate;
  /** HTTP requests per address; each private topic counts as another. */
  addressRequests: Rate;
  /** Messages to others that one address's broadcasts and presences may cause, by weight. */
  addressDeliveries: Rate;
  /** Private topics per HTTP request. */
  requestTopics: number;
  /** Largest frame in bytes; a larger one closes its socket. */
  frameBytes: number;
  /** Largest broadcast or HTTP body in bytes; a larger one is refused, but its socket stays open. */
  payloadBytes: number;
  /** Largest join in bytes. */
  joinBytes: number;
  /** Largest presence in bytes, including its key. */
  presenceBytes: number;
  /** A socket with more unsent bytes than this is dropped, to protect the server's memory. */
  bufferedBytes: number;
  /** A socket silent for this long is dropped; pings are sent twice as often. */
  silenceMillis: number;
}

/**
 * A venue's viewers share one address: 250 of them, with up to three channels each, reconnect within a second of a
 * restart. Bursts therefore allow 300 such sockets; rates cover normal traffic. A join costs the database about half a
 * millisecond, a frame costs the process a fiftieth of that. Per-socket channels, payload and joins match hosted
 * Supabase's free plan.
 */
export const DEFAULT_LIMITS: Limits = {
  sockets: 2000,
  addressSockets: 300,
  // Two restarts in a row.
  addressConnects: { burst: 600, perSecond: 50 },
  // supabase-js joins right after connecting.
  idleMillis: 10_000,
  channels: 100,
  joins: { burst: 150, perSecond: 5 },
  addressJoins: { burst: 900, perSecond: 50 },
  frames: { burst: 300, perSecond: 100 },
  addressFrames: { burst: 3000, perSecond: 1000 },
  addressRequests: { burst: 300, perSecond: 50 },
  addressDeliveries: { burst: 2000, perSecond: 1000 },
  requestTopics: 20,
  frameBytes: 1024 * 1024,
  payloadBytes: 256 * 1024,
  // An access token is the only long part of a join.
  joinBytes: 16 * 1024,
  // Joining sends everyone's presence in one frame.
  presenceBytes: 16 * 1024,
  bufferedBytes: 1024 * 1024,
  silenceMillis: 60_000,
};

/** Bytes that cost as much as one message. */
const BYTES_OF_ONE = 8 * 1024;

/** The weight of a message of `bytes` bytes. */
export const weightOf = (bytes: number): number => 1 + Math.floor(bytes / BYTES_OF_ONE);

/**
 * A token bucket. The last take may overdraw it; the debt is worked off before anything more can be taken. Times are
 * milliseconds of one clock.
 */
export class Allowance {
  readonly #rate: Rate;
  #left: number;
  #at: number;

  constructor(rate: Rate, now: number) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#at = now;
  }

  /** Takes `weight`; returns false, taking nothing, if less than one is left. */
  take(now: number, weight = 1): boolean {
    if (this.secondsUntilOne(now) > 0) return false;
    this.spend(now, weight);
    return true;
  }

  /** Takes `weight` for something that already happened. */
  spend(now: number, weight: number): void {
    this.#refill(now);
    this.#left -= weight;
  }

  /** 0 while anything is left. */
  secondsUntilOne(now: number): number {
    this.#refill(now);
    return Math.max(0, (1 - this.#left) / this.#rate.perSecond);
  }

  isFull(now: number): boolean {
    this.#refill(now);
    return this.#left >= this.#rate.burst;
  }

  #refill(now: number): void {
    this.#left = Math.min(this.#rate.burst, this.#left + ((now - this.#at) / 1000) * this.#rate.perSecond);
    this.#at = now;
  }
}

/** One address's remaining quota. */
export class Quota {
  readonly address: string;
  readonly connects: Allowance;
  readonly joins: Allowance;
  readonly frames: Allowance;
  readonly requests: Allowance;
  readonly deliveries: Allowance;

  constructor(address: string, limits: Limits, now: number) {
    this.address = address;
    this.connects = new Allowance(limits.addressConnects, now);
    this.joins = new Allowance(limits.addressJoins, now);
    this.frames = new Allowance(limits.addressFrames, now);
    this.requests = new Allowance(limits.addressRequests, now);
    this.deliveries = new Allowance(limits.addressDeliveries, now);
  }

  /** Whether it equals a new quota. */
  isUnused(now: number): boolean {
    return [this.connects, this.joins, this.frames, this.requests, this.deliveries].every((allowance) =>
      allowance.isFull(now),
    );
  }
}
