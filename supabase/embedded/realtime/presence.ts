import { isObject } from '../../../src/rules/read.ts';

type Meta = Record<string, unknown> & { phx_ref: string };

/** Who is present, by presence key; one key may appear several times (a person in two tabs). */
export type PresenceState = Record<string, { metas: Meta[] }>;

export interface PresenceDiff {
  joins: PresenceState;
  leaves: PresenceState;
}

/** One topic's tracked members. A member is any object that identifies the caller. */
export class Presence {
  readonly #entries = new Map<object, { key: string; meta: Meta }>();
  #references = 0;

  /** Adds a member, or replaces its payload; returns what changed. */
  track(member: object, key: string, payload: unknown): PresenceDiff {
    const leaves = this.#entriesOf(member);
    // The reference comes last so that a payload can't override it: clients identify this entry by it.
    const meta: Meta = { ...(isObject(payload) ? payload : {}), phx_ref: (++this.#references).toString(36) };
    this.#entries.set(member, { key, meta });
    return { joins: grouped([{ key, meta }]), leaves: grouped(leaves) };
  }

  /** Removes a member; null when it wasn't tracked. */
  untrack(member: object): PresenceDiff | null {
    const leaves = this.#entriesOf(member);
    return this.#entries.delete(member) ? { joins: {}, leaves: grouped(leaves) } : null;
  }

  state(): PresenceState {
    return grouped(this.#entries.values());
  }

  #entriesOf(member: object) {
    const entry = this.#entries.get(member);
    return entry ? [entry] : [];
  }
}

function grouped(entries: Iterable<{ key: string; meta: Meta }>): PresenceState {
  // A map, because a key is user input: `__proto__` must be a key like any other.
  const metas = new Map<string, { metas: Meta[] }>();
  for (const { key, meta } of entries) {
    const group = metas.get(key);
    if (group) group.metas.push(meta);
    else metas.set(key, { metas: [meta] });
  }
  return Object.fromEntries(metas);
}
