import { betterOffset, measureOffset, type ServerOffset } from '../clock/offset.ts';
import { newerBoard, type Board, type OverlayAnswer } from '../overlay/board.ts';
import { newerDressing, UNDRESSED, type Dressing } from '../overlay/dressing.ts';

/*
 * How a browser follows an overlay: it listens to its channel, fetches whenever it joins, and polls meanwhile. One
 * successful fetch is what opens a new channel, so that nothing piles up in a dead network.
 */

/** An overlay as it is on air, as far as this browser knows. */
export interface Live {
  /** The last board that arrived; it stays whatever happens to the network, and goes when the overlay is gone. */
  readonly board: Board | null;
  /** What the venue puts around it. It comes with what is fetched, a moment after a board with other names. */
  readonly dressing: Dressing;
  /** The server said that there is no such overlay, and none was ever shown. */
  readonly missing: boolean;
  readonly connection: 'connecting' | 'live' | 'reconnecting' | 'offline';
  readonly offset: ServerOffset | null;
}

export interface Connection {
  readonly live: Live;
  /** Token or id; null when nothing is to be followed. */
  readonly key: string | null;
  /** Whether anybody watches. */
  readonly watched: boolean;
  /** A board of this overlay was on air: what becomes of it, no viewer reads that it is missing. */
  readonly wasShown: boolean;
  readonly channel: { readonly id: number; readonly topic: string; readonly joined: boolean } | null;
  /** Channels that were opened so far: the number of the last one. */
  readonly opened: number;
  /** Fetches that were sent so far, and the last of them whose outcome counts: earlier ones come too late. */
  readonly asked: number;
  readonly answered: number;
  /** Boards that came otherwise than by fetching, and how many there were when the last fetch was sent. */
  readonly heard: number;
  readonly heardBefore: number;
  /** The last answer said that there is no such overlay, although its board is shown. */
  readonly doubted: boolean;
}

export type ConnectionEvent =
  | { readonly kind: 'follow'; readonly key: string | null }
  /** Nobody watches any more. */
  | { readonly kind: 'rest' }
  /** It is time to fetch, or somebody wants to know. */
  | { readonly kind: 'ask' }
  | {
      readonly kind: 'answered';
      readonly fetch: number;
      /** Null: the server says that there is no such overlay. */
      readonly answer: OverlayAnswer | null;
      readonly sentMillis: number;
      readonly receivedMillis: number;
    }
  | { readonly kind: 'failed'; readonly fetch: number; readonly online: boolean }
  | { readonly kind: 'joined'; readonly channel: number }
  | { readonly kind: 'changed'; readonly channel: number; readonly board: Board }
  /** What stands around the board is another. */
  | { readonly kind: 'dressed'; readonly channel: number }
  | { readonly kind: 'gone'; readonly channel: number }
  | { readonly kind: 'lost'; readonly channel: number; readonly online: boolean }
  /** A channel had its time to join. */
  | { readonly kind: 'overdue'; readonly channel: number; readonly online: boolean }
  /** A board that came another way, as the answer to a save. */
  | { readonly kind: 'applied'; readonly board: Board }
  | { readonly kind: 'online' }
  | { readonly kind: 'offline' };

export type ConnectionEffect =
  | { readonly kind: 'fetch'; readonly fetch: number; readonly key: string; readonly shown: number | null }
  /** Asks again after this time, instead of whenever it was to. */
  | { readonly kind: 'poll'; readonly afterMillis: number }
  | { readonly kind: 'listen'; readonly channel: number; readonly topic: string }
  | { readonly kind: 'close'; readonly channel: number }
  | { readonly kind: 'stopPolling' };

/** While the channel is down: a little under the two seconds within which a viewer catches up. */
export const POLL_DOWN_MILLIS = 1500;
/** While the channel is up: a broadcast can be lost, and a viewer runs for hours. */
export const POLL_UP_MILLIS = 60_000;
/** While there is no such overlay: it may still be made. */
export const POLL_MISSING_MILLIS = 10_000;
/** Until the new dressing is asked for: whatever else changes within this time is in the same answer. */
export const DRESS_MILLIS = 150;
/** After a connection is lost, so that a server that refuses isn't asked in a tight loop. */
const AFTER_LOSS_MILLIS = 1000;
/** A connection that hasn't joined after this long hangs in a dead network. */
export const JOIN_TIMEOUT_MILLIS = 5000;

const NOTHING_YET: Live = {
  board: null,
  dressing: UNDRESSED,
  missing: false,
  connection: 'connecting',
  offset: null,
};

export const NOT_FOLLOWING: Connection = {
  live: NOTHING_YET,
  key: null,
  watched: false,
  wasShown: false,
  channel: null,
  opened: 0,
  asked: 0,
  answered: 0,
  heard: 0,
  heardBefore: 0,
  doubted: false,
};

type Step = readonly [Connection, readonly ConnectionEffect[]];

const withLive = (state: Connection, changes: Partial<Live>): Connection => ({
  ...state,
  live: { ...state.live, ...changes },
});

const withBoard = (state: Connection, arrived: Board): Connection => {
  const { board, missing } = state.live;
  const newer = newerBoard(board, arrived);
  return newer === board && !missing
    ? state
    : { ...withLive(state, { board: newer, missing: false }), wasShown: true };
};

/** What is asked soon is asked once, however often there is a reason to. */
const askSoon = (state: Connection): Step => [
  state,
  state.watched ? [{ kind: 'poll', afterMillis: DRESS_MILLIS }] : [],
];

/** A board that was sent by itself. Where it names others than before, it has come without what the venue knows of them. */
const hear = (state: Connection, board: Board): Step => {
  const heard = withBoard({ ...state, heard: state.heard + 1 }, board);
  const [before, now] = [state.live.board, heard.live.board];
  const isSame = before?.p1 === now?.p1 && before?.p2 === now?.p2;
  return isSame ? [heard, []] : askSoon(heard);
};

/**
 * A board that was fetched. An older one than the one that is shown is the server's all the same, if nothing was heard
 * since it was asked: a copy of an earlier day was brought back.
 */
const fetched = (state: Connection, fetch: number, arrived: Board): Connection => {
  const isNewest = fetch === state.asked && state.heard === state.heardBefore;
  const { board } = state.live;
  return isNewest && board && arrived.rev < board.rev
    ? withLive(state, { board: arrived })
    : withBoard(state, arrived);
};

const ask = (state: Connection): Step => {
  const { key, watched, channel, live } = state;
  if (key === null || !watched) return [state, []];
  const fetch = state.asked + 1;
  return [
    { ...state, asked: fetch, heardBefore: state.heard },
    [
      { kind: 'poll', afterMillis: channel?.joined === true ? POLL_UP_MILLIS : POLL_DOWN_MILLIS },
      { kind: 'fetch', fetch, key, shown: live.board?.rev ?? null },
    ],
  ];
};

const disconnect = (state: Connection): Step =>
  state.channel ? [{ ...state, channel: null }, [{ kind: 'close', channel: state.channel.id }]] : [state, []];

const connect = (state: Connection, topic: string): Step => {
  const [apart, closing] = disconnect(state);
  const id = state.opened + 1;
  return [
    { ...apart, opened: id, channel: { id, topic, joined: false } },
    [...closing, { kind: 'listen', channel: id, topic }],
  ];
};

/** A step, and then another from where it led. */
const then = ([state, effects]: Step, next: (state: Connection) => Step): Step => {
  const [after, more] = next(state);
  return [after, [...effects, ...more]];
};

const isAwaited = ({ asked, answered }: Connection, fetch: number): boolean =>
  fetch > answered && fetch <= asked;

/** Whatever was asked before is answered for another state of things. */
const forgetAsked = (state: Connection): Connection => ({ ...state, answered: state.asked });

const lose = (state: Connection, online: boolean): Step => {
  const [apart, closing] = disconnect(state);
  return [
    withLive(apart, { connection: online ? 'reconnecting' : 'offline' }),
    [...closing, { kind: 'poll', afterMillis: AFTER_LOSS_MILLIS }],
  ];
};

/** Nothing is drawn of an overlay that is gone; one that never was is missing. */
const goDark = (state: Connection): Step => {
  const [apart, closing] = disconnect(state);
  const dark = { ...NOTHING_YET, missing: !state.wasShown, offset: state.live.offset };
  return [withLive(apart, dark), closing];
};

const receive = (
  state: Connection,
  { fetch, answer, sentMillis, receivedMillis }: ConnectionEvent & { kind: 'answered' },
): Step => {
  if (answer === null) {
    // What is on air goes dark by a second such answer alone, or by being told that it is gone.
    if (state.live.board && !state.doubted) {
      return [{ ...state, doubted: true }, [{ kind: 'poll', afterMillis: POLL_DOWN_MILLIS }]];
    }
    const [dark, closing] = goDark(state);
    return [dark, [...closing, { kind: 'poll', afterMillis: POLL_MISSING_MILLIS }]];
  }
  const fresh = measureOffset(sentMillis, receivedMillis, answer.serverMillis);
  const offset = betterOffset(state.live.offset, fresh);
  const dressing = newerDressing(state.live.dressing, answer.dressing);
  const known = fetched({ ...withLive(state, { offset, dressing }), doubted: false }, fetch, answer.board);
  return state.channel?.topic === answer.topic ? [known, []] : connect(known, answer.topic);
};

const follow = (state: Connection, key: string | null): Step => {
  // Another overlay: nothing of the one before may stay.
  const live = key === state.key ? state.live : NOTHING_YET;
  const wasShown = key === state.key && state.wasShown;
  return then(rest(state), (calm) => ask({ ...calm, key, live, wasShown, watched: true }));
};

const rest = (state: Connection): Step => {
  const [apart, closing] = disconnect(state);
  return [{ ...forgetAsked(apart), watched: false }, [...closing, { kind: 'stopPolling' }]];
};

type ChannelEvent = Extract<ConnectionEvent, { readonly channel: number }>;

const reduceChannel = (
  state: Connection,
  event: ChannelEvent,
  channel: NonNullable<Connection['channel']>,
): Step => {
  switch (event.kind) {
    case 'joined':
      // Whatever changed between the last fetch and now was announced to nobody here.
      return ask(withLive({ ...state, channel: { ...channel, joined: true } }, { connection: 'live' }));
    case 'changed':
      return hear(state, event.board);
    case 'dressed':
      return askSoon(state);
    case 'gone':
      // Who came by the overlay's id is told its new channel by the next answer.
      return then(goDark(forgetAsked({ ...state, wasShown: true })), ask);
    case 'overdue':
      return channel.joined ? [state, []] : lose(state, event.online);
    case 'lost':
      return lose(state, event.online);
  }
};

/** What becomes of a connection by an event, and what is to be done about it. Total: what comes too late changes nothing. */
export const reduceConnection = (state: Connection, event: ConnectionEvent): Step => {
  switch (event.kind) {
    case 'follow':
      return follow(state, event.key);
    case 'rest':
      return rest(state);
    case 'ask':
      return ask(state);
    case 'answered':
      return isAwaited(state, event.fetch)
        ? receive({ ...state, answered: event.fetch }, event)
        : [state, []];
    case 'failed':
      if (!isAwaited(state, event.fetch) || state.channel?.joined === true) return [state, []];
      return [withLive(state, { connection: event.online ? 'reconnecting' : 'offline' }), []];
    case 'joined':
    case 'changed':
    case 'dressed':
    case 'gone':
    case 'lost':
    case 'overdue':
      return event.channel === state.channel?.id ? reduceChannel(state, event, state.channel) : [state, []];
    case 'applied':
      return hear(state, event.board);
    case 'online':
      // A socket that outlived the outage may be dead without knowing it.
      return then(state.channel ? connect(state, state.channel.topic) : [state, []], ask);
    case 'offline':
      return [withLive(state, { connection: 'offline' }), []];
    default:
      event satisfies never;
      return [state, []];
  }
};
