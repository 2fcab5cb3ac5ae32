import { dequal } from 'dequal/lite';

/*
 * How a television is paired and learns what to show: it asks by its secret, listens to a channel that tells it to ask
 * again, and polls meanwhile. What it shows stays until the server takes it back.
 */

export interface ShownTable {
  /** Of its overlay link. */
  readonly token: string;
  readonly title: string;
}

/** What a paired television is to show. */
export interface Assignment {
  /** What the venue calls the television. */
  readonly title: string;
  /** Its look, as the query of an address. */
  readonly query: string;
  /** All tables of the venue, rather than one. */
  readonly all: boolean;
  readonly tables: readonly ShownTable[];
}

/** What the server says to whoever has a television's secret. */
export type TelevisionAnswer =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'waiting';
      readonly code: string;
      readonly expiresInMillis: number;
      readonly topic: string;
    }
  | { readonly status: 'paired'; readonly topic: string; readonly assignment: Assignment };

/** What is on the screen. */
export type TelevisionView =
  /** Nothing is known yet. */
  | { readonly status: 'starting' }
  /** To be paired; without a code while none can be had. */
  | { readonly status: 'pairing'; readonly code: string | null }
  | { readonly status: 'paired'; readonly assignment: Assignment };

export interface Television {
  readonly view: TelevisionView;
  /** Whether anybody watches. */
  readonly watched: boolean;
  /** When the code that is shown is over, by this device. */
  readonly endsMillis: number;
  readonly channel: { readonly id: number; readonly topic: string; readonly joined: boolean } | null;
  /** Channels that were opened so far: the number of the last one. */
  readonly opened: number;
  /** Requests that were sent so far, and the last of them whose outcome counts: earlier ones come too late. */
  readonly asked: number;
  readonly answered: number;
  /** It was told that something changed, so that an answer that takes everything back is believed. */
  readonly told: boolean;
  /** The last answer took everything back, untold. */
  readonly doubted: boolean;
}

/** Times are this device's. */
export type TelevisionEvent =
  | { readonly kind: 'start'; readonly kept: Assignment | null; readonly nowMillis: number }
  /** Nobody watches any more. */
  | { readonly kind: 'rest' }
  /** It is time to ask. */
  | { readonly kind: 'ask'; readonly nowMillis: number }
  | {
      readonly kind: 'answered';
      readonly request: number;
      readonly answer: TelevisionAnswer;
      readonly nowMillis: number;
    }
  | { readonly kind: 'failed'; readonly request: number; readonly nowMillis: number }
  | { readonly kind: 'joined' | 'changed'; readonly channel: number; readonly nowMillis: number }
  | { readonly kind: 'lost'; readonly channel: number }
  /** The network is back: a channel that outlived the outage may be dead without knowing it. */
  | { readonly kind: 'online'; readonly nowMillis: number };

export type TelevisionEffect =
  /** Asks what to show, or for a code. */
  | { readonly kind: 'request'; readonly request: number; readonly what: 'ask' | 'begin' }
  /** Asks again after this time, instead of whenever it was to. */
  | { readonly kind: 'poll'; readonly afterMillis: number }
  | { readonly kind: 'stopPolling' }
  | { readonly kind: 'listen'; readonly channel: number; readonly topic: string }
  | { readonly kind: 'close'; readonly channel: number }
  | { readonly kind: 'keep'; readonly assignment: Assignment }
  /** Nothing of the venue stays on this device, and its secret is another. */
  | { readonly kind: 'forget' };

/** While the channel is up: a message can be lost, and the desk says who was there lately. */
export const POLL_UP_MILLIS = 45_000;
export const POLL_DOWN_MILLIS = 5000;
/** After an answer that is hard to believe. */
export const POLL_DOUBT_MILLIS = 2000;
/** A code is replaced this long before it ends: the server makes another from two minutes on. */
export const RENEW_MILLIS = 110_000;

export const NOT_WATCHED: Television = {
  view: { status: 'starting' },
  watched: false,
  endsMillis: 0,
  channel: null,
  opened: 0,
  asked: 0,
  answered: 0,
  told: false,
  doubted: false,
};

type Step = readonly [Television, readonly TelevisionEffect[]];

/** A step, and then another from where it led. */
const then = ([state, effects]: Step, next: (state: Television) => Step): Step => {
  const [after, more] = next(state);
  return [after, [...effects, ...more]];
};

const hasCode = ({ view }: Television): boolean => view.status === 'pairing' && view.code !== null;

/** How long the code that is shown needs no other. */
const goodForMillis = ({ endsMillis }: Television, nowMillis: number): number =>
  endsMillis - RENEW_MILLIS - nowMillis;

const pollMillis = (state: Television, nowMillis: number): number => {
  const usual = state.channel?.joined === true ? POLL_UP_MILLIS : POLL_DOWN_MILLIS;
  return hasCode(state) ? Math.max(0, Math.min(usual, goodForMillis(state, nowMillis))) : usual;
};

const send = (state: Television, what: 'ask' | 'begin'): Step => {
  const request = state.asked + 1;
  return [
    { ...state, asked: request },
    [
      // An answer that doesn't come is not waited for.
      { kind: 'poll', afterMillis: state.channel?.joined === true ? POLL_UP_MILLIS : POLL_DOWN_MILLIS },
      { kind: 'request', request, what },
    ],
  ];
};

const ask = (state: Television, nowMillis: number): Step => {
  if (!state.watched) return [state, []];
  return send(state, hasCode(state) && goodForMillis(state, nowMillis) <= 0 ? 'begin' : 'ask');
};

const disconnect = (state: Television): Step =>
  state.channel ? [{ ...state, channel: null }, [{ kind: 'close', channel: state.channel.id }]] : [state, []];

const connect = (state: Television, topic: string): Step => {
  if (state.channel?.topic === topic) return [state, []];
  const [apart, closing] = disconnect(state);
  const id = state.opened + 1;
  return [
    { ...apart, opened: id, channel: { id, topic, joined: false } },
    [...closing, { kind: 'listen', channel: id, topic }],
  ];
};

const poll = (state: Television, nowMillis: number): Step => [
  state,
  [{ kind: 'poll', afterMillis: pollMillis(state, nowMillis) }],
];

const unpair = (state: Television): Step =>
  then(disconnect({ ...state, doubted: false }), (apart) =>
    then(
      [
        // Whatever was asked before, another secret asked.
        { ...apart, view: { status: 'pairing', code: null }, answered: apart.asked },
        state.view.status === 'paired' ? [{ kind: 'forget' }] : [],
      ],
      (calm) => send(calm, 'begin'),
    ),
  );

const isSame = (one: Assignment, other: Assignment): boolean => dequal(one, other);

const show = (state: Television, assignment: Assignment): Step =>
  state.view.status === 'paired' && isSame(state.view.assignment, assignment)
    ? [state, []]
    : [{ ...state, view: { status: 'paired', assignment } }, [{ kind: 'keep', assignment }]];

/** What is on the screen goes by a second such answer alone, or when it was told that something changed. */
const takeBack = (state: Television, told: boolean): Step =>
  state.view.status === 'paired' && !told && !state.doubted
    ? [{ ...state, doubted: true }, [{ kind: 'poll', afterMillis: POLL_DOUBT_MILLIS }]]
    : unpair(state);

const receive = (state: Television, answer: TelevisionAnswer, nowMillis: number, told: boolean): Step => {
  switch (answer.status) {
    case 'unknown':
      return takeBack(state, told);
    case 'waiting': {
      // Somebody else has the secret, and asked for a code with it.
      if (state.view.status === 'paired') return takeBack(state, told);
      const { code, expiresInMillis, topic } = answer;
      const view = { status: 'pairing', code } as const;
      const shown: Television = { ...state, view, endsMillis: nowMillis + expiresInMillis, doubted: false };
      return then(connect(shown, topic), (listening) => poll(listening, nowMillis));
    }
    case 'paired':
      return then(show({ ...state, doubted: false }, answer.assignment), (shown) =>
        then(connect(shown, answer.topic), (listening) => poll(listening, nowMillis)),
      );
    default:
      answer satisfies never;
      return [state, []];
  }
};

/** Nothing can be had: a code that is over is no use to anybody. */
const fail = (state: Television, nowMillis: number): Television => {
  const { view, endsMillis } = state;
  const isUseful = view.status === 'paired' || (view.status === 'pairing' && nowMillis < endsMillis);
  return isUseful ? state : { ...state, view: { status: 'pairing', code: null } };
};

const isAwaited = ({ asked, answered }: Television, request: number): boolean =>
  request > answered && request <= asked;

const start = (state: Television, kept: Assignment | null, nowMillis: number): Step =>
  ask(
    { ...state, watched: true, view: kept ? { status: 'paired', assignment: kept } : state.view },
    nowMillis,
  );

/** What becomes of a television by an event, and what is to be done about it. Total: what comes too late changes nothing. */
export const reduceTelevision = (state: Television, event: TelevisionEvent): Step => {
  switch (event.kind) {
    case 'start':
      return start(state, event.kept, event.nowMillis);
    case 'rest': {
      const [apart, closing] = disconnect(state);
      return [{ ...apart, watched: false, answered: apart.asked }, [...closing, { kind: 'stopPolling' }]];
    }
    case 'ask':
      return ask(state, event.nowMillis);
    case 'answered': {
      const { request, answer, nowMillis } = event;
      if (!isAwaited(state, request)) return [state, []];
      // What was asked before it was told says nothing of the change.
      const isNewest = request === state.asked;
      const known = { ...state, answered: request, told: state.told && !isNewest };
      return receive(known, answer, nowMillis, state.told && isNewest);
    }
    case 'failed':
      return [isAwaited(state, event.request) ? fail(state, event.nowMillis) : state, []];
    case 'joined':
    case 'changed': {
      const { channel } = state;
      if (event.channel !== channel?.id) return [state, []];
      return event.kind === 'joined'
        ? // Whatever changed between the last answer and now was announced to nobody here.
          ask({ ...state, channel: { ...channel, joined: true } }, event.nowMillis)
        : ask({ ...state, told: true }, event.nowMillis);
    }
    case 'lost':
      return event.channel === state.channel?.id
        ? then(disconnect(state), (apart) => [apart, [{ kind: 'poll', afterMillis: POLL_DOUBT_MILLIS }]])
        : [state, []];
    case 'online':
      return then(disconnect(state), (apart) => ask(apart, event.nowMillis));
    default:
      event satisfies never;
      return [state, []];
  }
};
