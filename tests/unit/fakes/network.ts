import type { OverlayListener } from '../../../src/backend/contract.ts';
import { BackendError, type Failure } from '../../../src/core/failure.ts';

/** Something on its way between a client and the server, which a test moves on. */
export interface Passing {
  readonly name: string;
  /** It arrives: a request is done, a message heard. Twice is twice. */
  readonly deliver: () => void;
  /** Delivers it if it wasn't, and brings what came of it back. */
  readonly answer: () => void;
  /** Requests don't arrive; answers to earlier ones are lost. */
  readonly lose: () => void;
}

/** One client's way to the server. */
export const fakeNetwork = () => {
  const listeners = new Map<OverlayListener, string>();
  const network = {
    /** Thrown by every request while it is set, unsent. */
    failure: null as Failure | null,
    /** Requests and messages wait until the test moves them. */
    held: false,
    waiting: [] as Passing[],
    /** The names of the requests that were made, in order. */
    requests: [] as string[],
    /** Ends every connection, and lets nothing through; what waited is lost. */
    cut: (failure: Failure = { kind: 'offline' }) => {
      network.failure = failure;
      for (const passing of [...network.waiting]) passing.lose();
      const all = [...listeners.keys()];
      listeners.clear();
      for (const listener of all) listener.lost();
    },
    restore: () => {
      network.failure = null;
    },
  };

  /** Goes through at once, or waits for the test. */
  const pass = (name: string, { deliver, answer, lose }: Omit<Passing, 'name'>): void => {
    if (!network.held) {
      deliver();
      answer();
      return;
    }
    let delivered = false;
    const leave = (): void => {
      network.waiting = network.waiting.filter((other) => other !== passing);
    };
    const passing: Passing = {
      name,
      deliver: () => {
        delivered = true;
        deliver();
      },
      answer: () => {
        leave();
        if (!delivered) deliver();
        answer();
      },
      lose: () => {
        leave();
        lose();
      },
    };
    network.waiting = [...network.waiting, passing];
  };

  /** Asks the server, which does `run` up to its first wait when the request arrives. */
  const request = <Value>(name: string, run: () => Promise<Value>): Promise<Value> => {
    network.requests.push(name);
    if (network.failure) return Promise.reject(new BackendError(network.failure));
    return new Promise((resolve, reject) => {
      let result: Promise<Value> | null = null;
      pass(name, {
        deliver: () => {
          result = run();
          // If the answer is lost, so is a refusal.
          result.catch(() => {});
        },
        answer: () => {
          if (!result) throw new Error(`${name} was answered before it was done`);
          resolve(result);
        },
        lose: () => reject(new BackendError({ kind: 'offline' })),
      });
    });
  };

  const listen = (topic: string, listener: OverlayListener): (() => void) => {
    listeners.set(listener, topic);
    queueMicrotask(() => {
      if (!listeners.has(listener)) return;
      if (network.failure) {
        listeners.delete(listener);
        listener.lost();
      } else listener.joined();
    });
    return () => listeners.delete(listener);
  };

  /** A message from the server to a topic's listeners. */
  const announce = (
    topic: string,
    name: 'state' | 'branding' | 'rights' | 'gone',
    tell: (listener: OverlayListener) => void,
  ): void => {
    for (const [listener, itsTopic] of listeners) {
      if (itsTopic !== topic) continue;
      const deliver = (): void => {
        if (!listeners.has(listener)) return;
        if (name === 'gone') listeners.delete(listener);
        tell(listener);
      };
      pass(name, { deliver, answer: () => {}, lose: () => {} });
    }
  };

  return { network, request, listen, announce };
};

export type Client = ReturnType<typeof fakeNetwork>;
