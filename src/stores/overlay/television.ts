import { atom, type ReadableAtom } from 'nanostores';
import { JOIN_TIMEOUT_MILLIS } from '../../core/sync/connection.ts';
import {
  NOT_WATCHED,
  reduceTelevision,
  type Assignment,
  type TelevisionEffect,
  type TelevisionEvent,
  type TelevisionView,
} from '../../core/sync/television.ts';
import type { TelevisionEnvironment } from '../environment/television.ts';
import { televisionsFragment } from '../../core/tables/fragment.ts';
import { createChannels } from '../channels.ts';
import { createKept } from '../kept.ts';
import { createTimer } from '../timer.ts';
import { onVisit } from '../visit.ts';
import { createTelevisionTables, type TelevisionTables } from './television-tables.ts';

export interface Television {
  readonly $view: ReadableAtom<TelevisionView>;
  readonly tables: Omit<TelevisionTables, 'forget'>;
  /** The address at which a desk takes a code. */
  readonly pairingAddress: (deskPath: string, code: string) => string;
}

/**
 * A television as `core/sync/television.ts` decides: here are its timers, its connections, and what this device keeps of it, so
 * that it goes on after a power cut. Where nothing can be kept, it is paired for as long as its page is open.
 */
export const createTelevision = (environment: TelevisionEnvironment): Television => {
  const { television, newSecret, now, address } = environment;
  const $state = atom(NOT_WATCHED);
  const $view = atom<TelevisionView>(NOT_WATCHED.view);
  const keptSecret = createKept<string>(environment, 'television-secret-1');
  const keptAssignment = createKept<Assignment>(environment, 'television-1');
  const { forget, ...tables } = createTelevisionTables(environment, $view);
  const poll = createTimer();
  const channels = createChannels();
  let secret: string | null = null;

  const ownSecret = (): string => {
    if (secret !== null) return secret;
    secret = keptSecret.read() ?? newSecret();
    keptSecret.keep(secret);
    return secret;
  };

  const send = (event: TelevisionEvent): void => {
    const [state, effects] = reduceTelevision($state.get(), event);
    $state.set(state);
    $view.set(state.view);
    effects.forEach(perform);
  };

  const request = async ({
    request: number,
    what,
  }: TelevisionEffect & { kind: 'request' }): Promise<void> => {
    const backend = television();
    const answer = await (
      what === 'ask' ? backend.askTelevision(ownSecret()) : backend.beginPairing(ownSecret())
    ).catch(() => null);
    const at = { request: number, nowMillis: now() };
    send(answer ? { kind: 'answered', answer, ...at } : { kind: 'failed', ...at });
  };

  const listen = (channel: number, topic: string): void => {
    const lost = (): void => send({ kind: 'lost', channel });
    channels.open(channel, { millis: JOIN_TIMEOUT_MILLIS, overdue: lost }, (joined) =>
      television().listenTelevision(topic, {
        joined: () => {
          joined();
          send({ kind: 'joined', channel, nowMillis: now() });
        },
        changed: () => send({ kind: 'changed', channel, nowMillis: now() }),
        lost,
      }),
    );
  };

  const perform = (effect: TelevisionEffect): void => {
    switch (effect.kind) {
      case 'request':
        void request(effect);
        break;
      case 'poll':
        poll.set(effect.afterMillis, () => send({ kind: 'ask', nowMillis: now() }));
        break;
      case 'stopPolling':
        poll.stop();
        break;
      case 'listen':
        listen(effect.channel, effect.topic);
        break;
      case 'close':
        channels.close(effect.channel);
        break;
      case 'keep':
        keptAssignment.keep(effect.assignment);
        break;
      case 'forget':
        secret = newSecret();
        keptSecret.keep(secret);
        keptAssignment.forget();
        forget();
        break;
      default:
        effect satisfies never;
    }
  };

  onVisit($view, () => {
    const online = (): void => send({ kind: 'online', nowMillis: now() });
    const visible = (): void => {
      if (document.visibilityState === 'visible') send({ kind: 'ask', nowMillis: now() });
    };
    window.addEventListener('online', online);
    document.addEventListener('visibilitychange', visible);
    send({ kind: 'start', kept: keptAssignment.read(), nowMillis: now() });
    return () => {
      send({ kind: 'rest' });
      window.removeEventListener('online', online);
      document.removeEventListener('visibilitychange', visible);
    };
  });

  return {
    $view,
    tables,
    pairingAddress: (deskPath, code) => `${address().origin}${deskPath}${televisionsFragment(code)}`,
  };
};
