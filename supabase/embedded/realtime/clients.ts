import { Refusal } from '../http/http.ts';
import { tooMany } from '../http/limits.ts';
import type { Connection } from './connection.ts';
import { Quota } from './limits.ts';
import type { Limits } from './limits.ts';

/** All sockets by address, with what remains of each address's quota. */
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
   * The socket to drop so this address can have a new one; undefined if there is room. A full address loses one that
   * has joined nothing; when the server is full, the address with the most sockets loses one.
   * @throws {Refusal} 429 if no socket can be dropped
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
      // In a tie the existing socket stays: an address doesn't grow at another's expense.
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

  /** Drops addresses with no sockets and an untouched quota. */
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

  /** Sets keep insertion order. */
  #idleOf(quota: Quota): Connection | undefined {
    return [...(this.#connections.get(quota) ?? [])].find((connection) => connection.hasNoChannel);
  }

  #newestOf(quota: Quota): Connection | undefined {
    return [...(this.#connections.get(quota) ?? [])].at(-1);
  }
}
