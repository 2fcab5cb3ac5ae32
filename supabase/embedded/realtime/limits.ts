/** What one socket and one address may use. An address is one subscriber, or one venue: see `addressOf`. */

/** So much at once, and again so much a second. */
export interface Rate {
  burst: number;
  perSecond: number;
}

export interface Limits {
  /** Sockets at once. */
  sockets: number;
  /** Sockets of one address at once. */
  addressSockets: number;
  /** Handshakes of one address. */
  addressConnects: Rate;
  /** Milliseconds that a socket may stay without a channel. */
  idleMillis: number;
  /** Channels of one socket. */
  channels: number;
  /** Joins of one socket. */
  joins: Rate;
  /** Joins of all sockets of one address. */
  addressJoins: Rate;
  /** Frames of one socket, by weight: one that sends more is closed. */
  frames: Rate;
  /** Frames of all sockets of one address, by weight: beyond it they are read later. */
  addressFrames: Rate;
  /** HTTP requests of one address; each private topic in one counts as another. */
  addressRequests: Rate;
  /** What the broadcasts and presences of one address may cause to be sent to all others, by weight. */
  addressDeliveries: Rate;
  /** Private topics of one HTTP request. */
  requestTopics: number;
  /** Largest frame in bytes: a larger one closes its socket. */
  frameBytes: number;
  /** Largest broadcast, and largest HTTP body, in bytes: a larger one is refused, and its socket stays. */
  payloadBytes: number;
  /** Largest join in bytes. */
  joinBytes: number;
  /** Largest presence in bytes, its key included. */
  presenceBytes: number;
  /** A socket that lets more than this many bytes wait is dropped: it would fill the server's memory. */
  bufferedBytes: number;
  /** A socket that has been silent for this long is dropped; the server asks for a sign twice as often. */
  silenceMillis: number;
}

/**
 * A venue has one address for all its viewers: 250 of them, each with up to three channels, come back within a second
 * of a restart. So bursts are for 300 such sockets, and rates for what goes on between: a join costs the database
 * about half a millisecond, a frame the process a fiftieth. Channels, payload and joins of one socket are those of
 * hosted Supabase's free plan.
 */
export const DEFAULT_LIMITS: Limits = {
  sockets: 2000,
  addressSockets: 300,
  // Two restarts in a row.
  addressConnects: { burst: 600, perSecond: 50 },
  // supabase-js joins as soon as it is connected.
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
  // A join carries an access token, and nothing else that is long.
  joinBytes: 16 * 1024,
  // Whoever joins gets everybody's presence in one frame.
  presenceBytes: 16 * 1024,
  bufferedBytes: 1024 * 1024,
  silenceMillis: 60_000,
};

/** Bytes that are as much work as a message. */
const BYTES_OF_ONE = 8 * 1024;

/** What a message of so many bytes counts. */
export const weightOf = (bytes: number): number => 1 + Math.floor(bytes / BYTES_OF_ONE);

/**
 * A token bucket. What is taken while something is left may be more than that: the rest is a debt, which is worked off
 * before anything can be taken again. Times are milliseconds of one clock.
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

  /** Takes `weight`; false, and nothing taken, when less than one is left. */
  take(now: number, weight = 1): boolean {
    if (this.secondsUntilOne(now) > 0) return false;
    this.spend(now, weight);
    return true;
  }

  /** Takes `weight` for something that has happened already. */
  spend(now: number, weight: number): void {
    this.#refill(now);
    this.#left -= weight;
  }

  /** 0 while something can be taken. */
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

/** What one address has left. */
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

  /** Whether a new quota would be the same. */
  isUnused(now: number): boolean {
    return [this.connects, this.joins, this.frames, this.requests, this.deliveries].every((allowance) =>
      allowance.isFull(now),
    );
  }
}
