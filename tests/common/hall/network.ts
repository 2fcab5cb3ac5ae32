import type { OverlayListener } from '../../../src/backend/contract.ts';
import { BackendError } from '../../../src/core/failure.ts';
import type { Client } from '../../unit/fakes/network.ts';
import type { HallTime, Life } from './time.ts';

/** How a device's network is: chances from 0 to 1. */
export interface Weather {
  readonly delayMillis: number;
  /** A request or its answer is lost. */
  readonly lost: number;
  /** A request or a message arrives twice. */
  readonly twice: number;
}

export const CALM: Weather = { delayMillis: 60, lost: 0, twice: 0 };

/** Made once, because each error notes its stack. */
const OFFLINE = new BackendError({ kind: 'offline' });
/** The longest that a lost request waits for its answer. */
const PATIENCE_MILLIS = 10_000;

/** One page's way to the server. */
export interface HallClient extends Pick<Client, 'request' | 'listen' | 'announce'> {
  weather: Weather;
  isCut: boolean;
  /** Ends every connection, and lets nothing through. */
  readonly cut: () => void;
  readonly restore: () => void;
  /** Breaks the connections that listen, as a proxy does. */
  readonly drop: () => void;
  /** The requests so far. */
  asked: number;
  /** When the last of its lost requests fails. */
  failsMillis: number;
}

export const hallClient = (time: HallTime, life: Life, random: () => number): HallClient => {
  const listeners = new Map<OverlayListener, string>();
  const inFlight = new Set<() => void>();
  const delay = (): number => client.weather.delayMillis * (0.2 + 1.6 * random());
  const happens = (chance: number): boolean => random() < chance;

  const client: HallClient = {
    weather: CALM,
    isCut: false,
    asked: 0,
    failsMillis: 0,
    cut: () => {
      client.isCut = true;
      for (const lose of inFlight) time.after(random() * 2000, life, lose);
      client.drop();
    },
    restore: () => {
      client.isCut = false;
    },
    drop: () => {
      for (const listener of listeners.keys()) {
        listeners.delete(listener);
        time.after(random() * 200, life, listener.lost);
      }
    },
    request: <Value>(_name: string, run: () => Promise<Value>): Promise<Value> => {
      client.asked += 1;
      return new Promise<Value>((resolve, reject) => {
        const lose = (): void => {
          inFlight.delete(lose);
          reject(OFFLINE);
        };
        const goneWith = (millis: number): void => {
          client.failsMillis = Math.max(client.failsMillis, time.now() + millis);
          time.after(millis, life, lose);
        };
        if (client.isCut) {
          goneWith(100 + random() * 1000);
          return;
        }
        inFlight.add(lose);
        const { lost, twice } = client.weather;
        if (happens(lost / 2)) {
          goneWith(random() * PATIENCE_MILLIS);
          return;
        }
        const isAnswered = !happens(lost / 2);
        if (!isAnswered) goneWith(random() * PATIENCE_MILLIS);
        time.after(delay(), null, () => {
          const answer = run();
          if (happens(twice)) time.after(delay(), null, () => void run().catch(() => {}));
          const bringBack = (): void => {
            if (!isAnswered || client.isCut) return;
            time.after(delay(), life, () => {
              if (client.isCut) return;
              inFlight.delete(lose);
              // A refusal as well.
              resolve(answer);
            });
          };
          answer.then(bringBack, bringBack);
        });
      });
    },
    listen: (topic, listener) => {
      let isOpen = true;
      time.after(delay(), life, () => {
        if (!isOpen) return;
        if (client.isCut) listener.lost();
        else {
          listeners.set(listener, topic);
          listener.joined();
        }
      });
      return () => {
        isOpen = false;
        listeners.delete(listener);
      };
    },
    announce: (topic, name, tell) => {
      if (life.isClosed) return;
      for (const [listener, itsTopic] of listeners) {
        if (itsTopic !== topic) continue;
        // A stream that loses a message is broken.
        if (happens(client.weather.lost)) {
          client.drop();
          return;
        }
        const deliver = (): void => {
          if (!listeners.has(listener)) return;
          if (name === 'gone') listeners.delete(listener);
          tell(listener);
        };
        time.after(delay(), life, deliver);
        if (happens(client.weather.twice)) time.after(delay(), life, deliver);
      }
    },
  };
  return client;
};
