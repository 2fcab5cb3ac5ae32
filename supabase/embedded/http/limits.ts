import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '../../functions/_shared/refusal.ts';
import { Refusal } from './http.ts';

export { tooMany };

/** So many points per so many seconds. */
export interface Limit {
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
}

/** Limits each key separately. */
export interface Limiter {
  /** Throws a 429 with a retry time. */
  readonly take: (key: string) => Promise<void>;
  /** Whether the next `take` would throw. */
  readonly isSpent: (key: string) => Promise<boolean>;
  /** Undoes one `take`. */
  readonly giveBack: (key: string) => Promise<void>;
  /** Resets the key. */
  readonly forget: (key: string) => Promise<void>;
}

/** Delay before a 429, so that clients retrying at once don't slow down everyone else. */
const HOLD_MILLIS = 1000;
/** Delayed answers at a time; others go out at once. */
const MOST_HELD = 500;
let held = 0;

/** Delays a 429, whether a Refusal or a Response; does nothing for anything else. */
export const holdBack = async (refused: unknown): Promise<void> => {
  const isAnswer = refused instanceof Refusal || refused instanceof Response;
  if (!isAnswer || refused.status !== 429 || held >= MOST_HELD) return;
  held += 1;
  await new Promise((resolve) => setTimeout(resolve, HOLD_MILLIS).unref());
  held -= 1;
};

export const createLimiter = ({ points, duration }: Limit): Limiter => {
  const limiter = new RateLimiterMemory({ points, duration });
  return {
    take: async (key) => {
      try {
        await limiter.consume(key);
      } catch (spent) {
        if (!(spent instanceof RateLimiterRes)) throw spent;
        // The limit ends by a timer, however the clock was set meanwhile.
        throw tooMany(Math.min(spent.msBeforeNext / 1000, duration));
      }
    },
    isSpent: async (key) => ((await limiter.get(key))?.consumedPoints ?? 0) >= points,
    giveBack: async (key) => {
      await limiter.reward(key);
    },
    forget: async (key) => {
      await limiter.delete(key);
    },
  };
};

/** The memory one request holds until it is answered. */
export interface Reservation {
  /** Returns false, taking nothing, if the sender would hold more than remains free. */
  readonly take: (bytes: number) => boolean;
  /** Releases everything taken, for good. */
  readonly leave: () => void;
}

/** Memory shared by senders; gives each request its place. */
export type MemoryBudget = (sender: string) => Reservation;

/**
 * A sender may hold no more than is left free: the first can fill half, the next half of the rest, and so on. So nobody
 * has to be evicted for others.
 */
export const createMemoryBudget = (bytes: number): MemoryBudget => {
  const held = new Map<string, number>();
  let free = bytes;
  return (sender) => {
    let own = 0;
    let isLeft = false;
    const hold = (more: number): void => {
      own += more;
      free -= more;
      const all = (held.get(sender) ?? 0) + more;
      if (all) held.set(sender, all);
      else held.delete(sender);
    };
    return {
      take: (more) => {
        if (isLeft || (held.get(sender) ?? 0) + more > free - more) return false;
        hold(more);
        return true;
      },
      leave: () => {
        hold(-own);
        isLeft = true;
      },
    };
  };
};

/** A socket's address without its zone, with IPv4-mapped addresses as IPv4. */
export const plainAddress = (text = ''): string => text.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '');

/** An IPv6 subscriber has a whole /64, so it counts as one address. */
const subscriberOf = (text: string | undefined): string => {
  const address = plainAddress(text);
  if (!address.includes(':') || address === '::1') return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(8 - groups.length - last.length).fill('0');
  return `${[...groups, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
};

export const isThisMachine = (address: string): boolean => address === '::1' || address.startsWith('127.');

/** Senders named by the proxy in front of this server. */
const forwarded = new WeakMap<object, string>();

/** The address that a request's limits count for. */
export const addressOf = (request: { readonly socket: Pick<Socket, 'remoteAddress'> }): string =>
  forwarded.get(request) ?? subscriberOf(request.socket.remoteAddress);

/** Trusts a proxy on this machine for the sender: the last address listed, as anyone could have written the others. */
export const believeProxy = (request: IncomingMessage): void => {
  const last =
    String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? '';
  if (isIP(last) && isThisMachine(addressOf(request))) forwarded.set(request, subscriberOf(last));
};
