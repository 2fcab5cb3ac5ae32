import { atom, type ReadableAtom } from 'nanostores';
import {
  notFollowing,
  stepFollowing,
  type Fault,
  type FollowEffect,
  type FollowEvent,
  type Following,
  type Subject,
} from '../core/follow/follow.ts';
import type { Environment } from './browser.ts';
import { failureIn, type Failure } from '../core/failure.ts';
import { createTimer } from './timer.ts';

/** Callbacks for one channel, which isn't retried. */
interface Listener<News> {
  /** The channel has joined. Called at most once. */
  readonly joined: () => void;
  readonly onMessage: (news: News) => void;
  /** The connection has ended, for whatever reason. */
  readonly lost: () => void;
}

interface FollowerOptions<Known, Answer, News> {
  readonly subject: Subject<Known, Answer, News>;
  readonly known: Known;
  readonly environment: Pick<Environment, 'now' | 'isVisible' | 'isOnline' | 'watchPage'>;
  /** Makes one request; `signal` aborts when the answer is no longer wanted. Any rejection counts as a failure. */
  readonly ask: (state: Following<Known>, signal: AbortSignal) => Promise<Answer>;
  /** Opens one connection to a topic. Returns a function that closes it. */
  readonly listen: (topic: string, listener: Listener<News>) => () => void;
  /** Jitters `millis`, so that browsers don't all ask at once. */
  readonly spread?: (millis: number) => number;
}

export interface Follower<Known> {
  readonly $state: ReadableAtom<Following<Known>>;
  /** Starts following from what is already known. Returns a function that stops. */
  readonly follow: (known: Known) => () => void;
  /** Fetches now. Resolves to whether the server answered. */
  readonly refresh: () => Promise<boolean>;
  /** Changes the data locally. */
  readonly note: (change: (known: Known) => Known) => void;
}

/** An event without its time. */
type Sent<Event> = Event extends unknown ? Omit<Event, 'atMillis'> : never;

const faultOf = ({ kind }: Failure): Fault => {
  if (kind === 'offline') return 'unanswered';
  return kind === 'forbidden' ? 'refused' : 'strange';
};

/** Runs `core/follow/follow.ts`: its timers, requests and channels. */
export const createFollower = <Known, Answer, News>({
  subject,
  known: first,
  environment,
  ask,
  listen,
  spread = (millis) => millis,
}: FollowerOptions<Known, Answer, News>): Follower<Known> => {
  const $state = atom(notFollowing(first));
  const next = createTimer();
  const joining = createTimer();
  const awaited = new Set<AbortController>();
  let close = (): void => {};

  /** Whether the server answered the last request. */
  let answered = Promise.resolve(false);

  const send = (event: Sent<FollowEvent<Known, Answer, News>>): void => {
    const sent = { ...event, atMillis: environment.now() } as FollowEvent<Known, Answer, News>;
    const { state, effects } = stepFollowing(subject, $state.get(), sent);
    $state.set(state);
    effects.forEach(perform);
  };

  const request = async (number: number): Promise<boolean> => {
    const controller = new AbortController();
    awaited.add(controller);
    const sentMillis = environment.now();
    const outcome = await ask($state.get(), controller.signal).then(
      (answer) => ({ answer }),
      (thrown: unknown) => ({ why: faultOf(failureIn(thrown)) }),
    );
    awaited.delete(controller);
    const isAnswered = 'answer' in outcome;
    if (isAnswered) send({ type: 'answered', request: number, sentMillis, ...outcome });
    else send({ type: 'failed', request: number, ...outcome });
    return isAnswered;
  };

  const open = (channel: number, topic: string): void => {
    const lost = (): void => send({ type: 'lost', channel });
    joining.set(subject.joinMillis, lost);
    close = listen(topic, {
      joined: () => {
        joining.stop();
        send({ type: 'joined', channel });
      },
      onMessage: (news) => send({ type: 'message', channel, news }),
      lost,
    });
  };

  const perform = (effect: FollowEffect): void => {
    switch (effect.type) {
      case 'ask':
        answered = request(effect.request);
        break;
      case 'drop':
        for (const controller of awaited) controller.abort();
        break;
      case 'wait': {
        const { millis, isSpread } = effect;
        if (millis === null) next.stop();
        else next.set(isSpread ? spread(millis) : millis, () => send({ type: 'ask' }));
        break;
      }
      case 'listen':
        open(effect.channel, effect.topic);
        break;
      case 'close':
        joining.stop();
        close();
        break;
      default:
        effect satisfies never;
    }
  };

  return {
    $state,
    follow: (known) => {
      const unwatch = environment.watchPage((change) => {
        if (change !== 'address') send({ type: change });
      });
      const { isVisible, isOnline } = environment;
      send({ type: 'start', known, isVisible: isVisible(), isOnline: isOnline() });
      return () => {
        unwatch();
        send({ type: 'unwatched' });
      };
    },
    refresh: async () => {
      const before = answered;
      send({ type: 'refresh' });
      return answered !== before && answered;
    },
    note: (change) => send({ type: 'noted', known: change($state.get().known) }),
  };
};
