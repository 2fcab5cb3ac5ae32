import { isRecord } from './protocol.ts';

type Meta = Record<string, unknown> & { phx_ref: string };

/** Who is present, by presence key; one key may be present several times (a person in two tabs). */
export type PresenceState = Record<string, { metas: Meta[] }>;

export interface PresenceDiff {
  joins: PresenceState;
  leaves: PresenceState;
}

/** The members that one topic tracks. A member is whatever object the caller identifies it by. */
export class Presence {
  readonly #entries = new Map<object, { key: string; meta: Meta }>();
  #references = 0;

  /** Adds a member, or replaces what it told before; returns what changed. */
  track(member: object, key: string, payload: unknown): PresenceDiff {
    const leaves = this.#entriesOf(member);
    // The reference comes last: it identifies this entry to every client, so a payload can't set it.
    const meta: Meta = { ...(isRecord(payload) ? payload : {}), phx_ref: (++this.#references).toString(36) };
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
