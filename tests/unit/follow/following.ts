import {
  notFollowing,
  stepFollowing,
  type Fault,
  type FollowEffect,
  type FollowEvent,
  type Following,
  type Subject,
} from '../../../src/core/follow/follow.ts';

type Sent<Event> = Event extends unknown ? Omit<Event, 'atMillis'> : never;

/** Follows a subject by the events that a test sends. */
export const following = <Known, Answer, News>(subject: Subject<Known, Answer, News>, known: Known) => {
  let state: Following<Known> = notFollowing(known);
  let atMillis = 0;
  /** The event's effects. */
  const send = (event: Sent<FollowEvent<Known, Answer, News>>, afterMillis = 0): readonly FollowEffect[] => {
    atMillis += afterMillis;
    const step = stepFollowing(subject, state, { ...event, atMillis });
    state = step.state;
    return step.effects;
  };
  return {
    send,
    state: () => state,
    known: () => state.known,
    now: () => atMillis,
    start: (from = known, isVisible = true) =>
      send({ type: 'start', known: from, isVisible, isOnline: true }),
    ask: (afterMillis = 0) => send({ type: 'ask' }, afterMillis),
    /** Answers the last request, or an earlier one. */
    answer: (answer: Answer, request = state.asked) =>
      send({ type: 'answered', request, answer, sentMillis: atMillis }),
    fail: (request = state.asked, why: Fault = 'unanswered') => send({ type: 'failed', request, why }),
    joined: (channel = state.opened) => send({ type: 'joined', channel }),
    lost: (channel = state.opened) => send({ type: 'lost', channel }),
    tell: (news: News, channel: number = state.opened) => send({ type: 'message', channel, news }),
    page: (type: 'visible' | 'hidden' | 'online' | 'offline') => send({ type }),
    unwatch: () => send({ type: 'unwatched' }),
  };
};

export const types = (effects: readonly FollowEffect[]): string[] => effects.map(({ type }) => type);

/** In how many milliseconds it asks next after these effects. */
export const waits = (effects: readonly FollowEffect[]): (number | null)[] =>
  effects.flatMap((effect) => (effect.type === 'wait' ? [effect.millis] : []));
