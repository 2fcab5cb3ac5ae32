import { Refusal } from '../http.ts';
import { tooMany } from '../limits.ts';
import type { Connection } from './connection.ts';
import { Quota } from './limits.ts';
import type { Limits } from './limits.ts';

/** All sockets, by address, and what each address has left. */
export class Clients {
  readonly #limits: Limits;
  readonly #quotas = new Map<string, Quota>();
  readonly #connections = new Map<Quota, Set<Connection>>();
  #count = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  quotaOf(address: string, now: number): Quota {
    const quota = this.#quotas.get(address) ?? new Quota(address, this.#limits, now);
    this.#quotas.set(address, quota);
    return quota;
  }

  /**
   * The socket that has to go for a new one of this address; undefined when there is room. An address that is full
   * gives up one that has joined nothing; when all is full, the address with most sockets gives one up.
   * @throws {Refusal} 429 when there is none to give up
   */
  placeFor(quota: Quota, now: number): Connection | undefined {
    if (!quota.connects.take(now)) throw tooMany(quota.connects.secondsUntilOne(now));
    const own = this.#sizeOf(quota);
    let given: Connection | undefined;
    if (own >= this.#limits.addressSockets) given = this.#idleOf(quota);
    else if (this.#count < this.#limits.sockets) return undefined;
    else {
      const [largest = quota] = [...this.#connections.keys()].sort(
        (a, b) => this.#sizeOf(b) - this.#sizeOf(a),
      );
      // Among equals whoever is there stays: an address doesn't grow at another's cost.
      const isOthers = this.#sizeOf(largest) > own + 1;
      given = this.#idleOf(largest) ?? (isOthers ? this.#newestOf(largest) : undefined);
    }
    if (!given) throw new Refusal(429, 'Too many connected users');
    return given;
  }

  add(quota: Quota, connection: Connection): void {
    const ofAddress = this.#connections.get(quota) ?? new Set();
    this.#connections.set(quota, ofAddress.add(connection));
    this.#count++;
  }

  delete(quota: Quota, connection: Connection): void {
    const ofAddress = this.#connections.get(quota);
    if (!ofAddress?.delete(connection)) return;
    this.#count--;
    if (ofAddress.size === 0) this.#connections.delete(quota);
  }

  /** Forgets the addresses that have no socket and have used up nothing. */
  sweep(now: number): void {
    for (const [address, quota] of this.#quotas) {
      if (!this.#connections.has(quota) && quota.isUnused(now)) this.#quotas.delete(address);
    }
  }

  *[Symbol.iterator](): Generator<Connection> {
    for (const connections of this.#connections.values()) yield* connections;
  }

  #sizeOf(quota: Quota): number {
    return this.#connections.get(quota)?.size ?? 0;
  }

  /** A set keeps the order of arrival. */
  #idleOf(quota: Quota): Connection | undefined {
    return [...(this.#connections.get(quota) ?? [])].find((connection) => connection.hasNoChannel);
  }

  #newestOf(quota: Quota): Connection | undefined {
    return [...(this.#connections.get(quota) ?? [])].at(-1);
  }
}
