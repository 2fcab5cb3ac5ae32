import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '../functions/snapshot/refusal.ts';
import { Refusal } from './http.ts';

export { tooMany };

/** So many at once, and again after so many seconds. */
export interface Limit {
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
}

/** Refuses what goes beyond a limit, for each key by itself. */
export interface Limiter {
  /** Throws a 429 that says when to try again. */
  readonly take: (key: string) => Promise<void>;
  /** Whether the next `take` would throw. */
  readonly isSpent: (key: string) => Promise<boolean>;
  /** Undoes one `take`. */
  readonly giveBack: (key: string) => Promise<void>;
  /** The key starts anew. */
  readonly forget: (key: string) => Promise<void>;
}

/** How long a 429 is held back, so that whoever tries again at once keeps nobody else waiting. */
const HOLD_MILLIS = 1000;
/** Answers that are held back at a time; others go at once. */
const MOST_HELD = 500;
let held = 0;

/** Waits before a 429 is answered, be it a Refusal or a Response, and before nothing else. */
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
        throw tooMany(spent.msBeforeNext / 1000);
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

/** What one request holds of a room, until it is answered. */
export interface Place {
  /** False, and nothing taken, when the sender would hold more than is left free. */
  readonly take: (bytes: number) => boolean;
  /** Gives back all that was taken, once and for all. */
  readonly leave: () => void;
}

/** Memory that senders share; gives a place in it. */
export type Room = (sender: string) => Place;

/**
 * Nobody holds more than they leave free: one sender fills half of a room, whoever comes then half of what is left, and so
 * on. So nobody has to be put out for others.
 */
export const createRoom = (bytes: number): Room => {
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

/** A socket's address, without its zone; an IPv4 address is the same in both notations. */
export const plainAddress = (text = ''): string => text.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '');

/** An IPv6 subscriber has a whole /64, so that is one address here. */
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

/** Senders that the proxy in front of this server has named. */
const forwarded = new WeakMap<object, string>();

/** Whom a request's limits count for: its sender's address. */
export const addressOf = (request: { readonly socket: Pick<Socket, 'remoteAddress'> }): string =>
  forwarded.get(request) ?? subscriberOf(request.socket.remoteAddress);

/** Takes the word of a proxy on this machine for who sent a request: the last that it names. The others anybody wrote. */
export const believeProxy = (request: IncomingMessage): void => {
  const last =
    String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? '';
  if (isIP(last) && isThisMachine(addressOf(request))) forwarded.set(request, subscriberOf(last));
};
