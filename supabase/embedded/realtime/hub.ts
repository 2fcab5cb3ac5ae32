import { weightOf } from './limits.ts';
import { Presence } from './presence.ts';
import type { PresenceDiff, PresenceState } from './presence.ts';
import { encode, encodeBroadcast } from './protocol.ts';
import type { Broadcast, Frame, Version } from './protocol.ts';

/** Where a message goes. */
export interface TopicAddress {
  /** Without the `realtime:` prefix. */
  topic: string;
  /** A public topic of the same name is a different topic. All channels are private, so nobody receives it. */
  isPrivate: boolean;
}

/** A joined channel, as the hub sees it. */
export interface Member {
  readonly topic: string;
  readonly version: Version;
  readonly hearsBroadcasts: boolean;
  readonly hearsPresence: boolean;
  send(frame: Frame): void;
}

interface Topic {
  members: Set<Member>;
  presence: Presence;
}

/** Who has joined which topic; fans each message out to them. Returns the delivered weight. */
export class Hub {
  readonly #topics = new Map<string, Topic>();

  join(member: Member): void {
    const topic = this.#topics.get(member.topic);
    if (topic) topic.members.add(member);
    else this.#topics.set(member.topic, { members: new Set([member]), presence: new Presence() });
  }

  leave(member: Member): void {
    const topic = this.#topics.get(member.topic);
    if (!topic) return;
    topic.members.delete(member);
    this.untrack(member);
    if (topic.members.size === 0) this.#topics.delete(member.topic);
  }

  /** Delivers a broadcast to everyone on the topic, except its sender if given. */
  broadcast({ topic, isPrivate }: TopicAddress, broadcast: Broadcast, except?: Member): number {
    if (!isPrivate) return 0;
    return this.#deliver(
      topic,
      (member) => member !== except && member.hearsBroadcasts,
      (version) => encodeBroadcast(version, wireTopic(topic), broadcast),
    );
  }

  track(member: Member, key: string, payload: unknown): number {
    const diff = this.#topics.get(member.topic)?.presence.track(member, key, payload);
    return diff ? this.#deliverDiff(member, diff) : 0;
  }

  untrack(member: Member): number {
    const diff = this.#topics.get(member.topic)?.presence.untrack(member);
    return diff ? this.#deliverDiff(member, diff) : 0;
  }

  presenceState(topic: string): PresenceState {
    return this.#topics.get(topic)?.presence.state() ?? {};
  }

  #deliverDiff({ topic }: Member, diff: PresenceDiff): number {
    const message = {
      joinRef: null,
      ref: null,
      topic: wireTopic(topic),
      event: 'presence_diff',
      payload: diff,
    };
    return this.#deliver(
      topic,
      (member) => member.hearsPresence,
      (version) => encode(version, message),
    );
  }

  /** Encodes once per protocol version, however many members there are. */
  #deliver(
    topic: string,
    hears: (member: Member) => boolean,
    encodeFor: (version: Version) => Frame | null,
  ): number {
    let weight = 0;
    const frames = new Map<Version, Frame | null>();
    for (const member of this.#topics.get(topic)?.members ?? []) {
      if (!hears(member)) continue;
      if (!frames.has(member.version)) frames.set(member.version, encodeFor(member.version));
      const frame = frames.get(member.version);
      if (!frame) continue;
      member.send(frame);
      weight += weightOf(frame.length);
    }
    return weight;
  }
}

/** A topic as clients write it. */
export function wireTopic(topic: string): string {
  return `realtime:${topic}`;
}
