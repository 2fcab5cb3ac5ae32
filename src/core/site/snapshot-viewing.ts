import type { SnapshotHost } from '../../config/snapshot.ts';
import { betterOffset, measureOffset, type ServerOffset } from '../clock/offset.ts';
import type { AgingPicture, Contact } from './snapshot-age.ts';
import { readInline, readLatest, type Earlier, type ReplyFailure } from './snapshot-replies.ts';
import { downloadAddress, imageAddress, type SnapshotQuery } from './snapshot.ts';

/*
 * How the snapshot page follows a table's pictures. One look asks for the latest picture, loads it and shows it; there is
 * one look at a time. The page looks when it is opened and when somebody asks it to, and says so in its status. It also
 * looks by itself, quietly: when its channel announces a change, and now and then; never while it is hidden.
 */

export type SnapshotFailure = ReplyFailure | { readonly kind: 'imageFailed' | 'unreachable' };

export type SnapshotStatus =
  | SnapshotFailure
  | {
      readonly kind: 'loading' | 'missing' | 'fetching' | 'loadingImage' | 'inline' | 'ready' | 'copied';
    }
  /** Nothing could be copied: the link itself is shown. */
  | { readonly kind: 'link'; readonly link: string };

export interface ShownPicture extends AgingPicture {
  readonly id: string;
  /** The address that it was loaded from, and the one of its file. */
  readonly source: string;
  readonly download: string;
}

/** One look at a table, from its question to its picture. */
interface Look {
  readonly number: number;
  /** Somebody waits for it: the status says how it goes. */
  readonly isSpoken: boolean;
  readonly step: 'ask' | 'image' | 'inline' | 'inlineImage';
  /** Which of the host's addresses is tried. */
  readonly variant: number;
  /** Keeps caches from answering: when the look began, in device time. */
  readonly stamp: number;
  /** The picture that is loaded. */
  readonly wanted: Pick<ShownPicture, 'id' | 'capturedMillis' | 'isDrawn'> | undefined;
  /** It is one of the table's earlier pictures. */
  readonly isEarlier: boolean;
  /** The picture itself, where it came with the answer. */
  readonly dataUrl: string | undefined;
}

export interface Viewing {
  readonly host: SnapshotHost | undefined;
  /** Undefined before the page's address is read, and when it names no match. */
  readonly query: SnapshotQuery | undefined;
  readonly status: SnapshotStatus;
  /** The latest picture that could be shown; it stays whatever happens to the network. */
  readonly latest: ShownPicture | undefined;
  /** An earlier one that somebody went back to. */
  readonly earlier: ShownPicture | undefined;
  readonly title: string | undefined;
  /** Why the last look brought nothing, although a picture is shown. */
  readonly trouble: SnapshotFailure | undefined;
  readonly offset: ServerOffset | null;
  /** When the server last said which picture is the latest, in device time. */
  readonly confirmedMillis: number;
  readonly isVisible: boolean;
  readonly look: Look | undefined;
  /** Looks so far: the number of the last one. */
  readonly looks: number;
  /** When the last question was sent, in device time. */
  readonly askedMillis: number;
  /** Something may have changed since. */
  readonly isDue: boolean;
  /** Looks in a row that brought nothing new. */
  readonly still: number;
  readonly topic: string | undefined;
  readonly channel: { readonly id: number; readonly isJoined: boolean } | undefined;
  /** Channels that were opened so far: the number of the last one. */
  readonly opened: number;
}

export type ViewingEvent = { readonly atMillis: number } & (
  | {
      readonly kind: 'opened';
      readonly host: SnapshotHost;
      readonly query: SnapshotQuery | undefined;
      readonly isVisible: boolean;
    }
  | { readonly kind: 'closed' }
  /** Somebody asks for the latest picture. */
  | { readonly kind: 'refresh' }
  | { readonly kind: 'goBack'; readonly to: Earlier }
  | { readonly kind: 'toLatest' }
  /** The time to look again has come. */
  | { readonly kind: 'due' }
  | {
      readonly kind: 'answered';
      readonly look: number;
      readonly body: string;
      readonly sentMillis: number;
    }
  | { readonly kind: 'unanswered'; readonly look: number }
  | { readonly kind: 'loaded'; readonly look: number }
  | { readonly kind: 'notLoaded'; readonly look: number }
  | { readonly kind: 'joined' | 'changed' | 'lost' | 'overdue'; readonly channel: number }
  | { readonly kind: 'visible' | 'hidden' | 'online' | 'offline' }
  /** A link was copied, or has to be copied by hand. */
  | { readonly kind: 'linked'; readonly status: SnapshotStatus & { kind: 'copied' | 'link' } }
);

export type ViewingEffect =
  | { readonly kind: 'ask'; readonly look: number; readonly call: 'latest' | 'latestData' }
  /** Loads a picture until it can be shown without a flash. */
  | { readonly kind: 'load'; readonly look: number; readonly source: string }
  /** Whatever the look still waits for is dropped. */
  | { readonly kind: 'drop'; readonly look: number }
  /** Says `due` after this time, instead of whenever it was to; `isSpread`: not all browsers at once. */
  | { readonly kind: 'wait'; readonly afterMillis: number; readonly isSpread: boolean }
  | { readonly kind: 'stopWaiting' }
  | { readonly kind: 'listen'; readonly channel: number; readonly topic: string }
  | { readonly kind: 'close'; readonly channel: number };

/** A page doesn't ask more often than this by itself. */
export const LEAST_GAP_MILLIS = 1000;
/** While the channel is up: an announcement can be lost, and a wall shows its page for days. */
export const POLL_LISTENING_MILLIS = 60_000;
/** While a table's channel is down, and where there is none: longer each time that nothing is new. */
export const POLL_LOST_MILLIS = 2000;
export const POLL_MILLIS = 5000;
const SLOWER = 1.5;
const POLL_MOST_MILLIS = 60_000;

export const NOT_VIEWING: Viewing = {
  host: undefined,
  query: undefined,
  status: { kind: 'loading' },
  latest: undefined,
  earlier: undefined,
  title: undefined,
  trouble: undefined,
  offset: null,
  confirmedMillis: 0,
  isVisible: false,
  look: undefined,
  looks: 0,
  askedMillis: Number.NEGATIVE_INFINITY,
  isDue: false,
  still: 0,
  topic: undefined,
  channel: undefined,
  opened: 0,
};

/** The picture on screen. */
export const shownPicture = ({ earlier, latest }: Viewing): ShownPicture | undefined => earlier ?? latest;

/** How well the page is told of newer pictures. */
export const contactOf = ({ channel, confirmedMillis, trouble }: Viewing): Contact => ({
  isListening: channel?.isJoined === true,
  isCut: trouble !== undefined,
  confirmedMillis,
});

/** Whether the endpoint keeps earlier pictures, as far as can be told before it is asked: our own service does. */
export const hasHistory = ({ host, latest }: Viewing): boolean =>
  host?.isOwn === true && latest?.capturedMillis !== undefined;

type Step = readonly [Viewing, readonly ViewingEffect[]];

/** A step, and then another from where it led. */
const then = ([state, effects]: Step, next: (state: Viewing) => Step): Step => {
  const [after, more] = next(state);
  return [after, [...effects, ...more]];
};

const NOTHING_TO_SAY = new Set<SnapshotStatus['kind']>(['ready', 'copied', 'link']);

/** Whether a status tells of a look that brought a picture. */
export const isContent = ({ kind }: SnapshotStatus): boolean => NOTHING_TO_SAY.has(kind);

const drop = (state: Viewing): Step =>
  state.look ? [{ ...state, look: undefined }, [{ kind: 'drop', look: state.look.number }]] : [state, []];

const disconnect = (state: Viewing): Step =>
  state.channel
    ? [{ ...state, channel: undefined }, [{ kind: 'close', channel: state.channel.id }]]
    : [state, []];

const connect = (state: Viewing, topic: string): Step => {
  const id = state.opened + 1;
  return [
    { ...state, opened: id, channel: { id, isJoined: false } },
    [{ kind: 'listen', channel: id, topic }],
  ];
};

const begin = (state: Viewing, atMillis: number, isSpoken: boolean): Step =>
  then(drop(state), (free) => {
    const number = free.looks + 1;
    const look: Look = {
      number,
      isSpoken,
      step: 'ask',
      variant: 0,
      stamp: Math.floor(atMillis),
      wanted: undefined,
      isEarlier: false,
      dataUrl: undefined,
    };
    const status: SnapshotStatus = isSpoken ? { kind: 'fetching' } : free.status;
    return [
      { ...free, status, look, looks: number, askedMillis: atMillis, isDue: false },
      [{ kind: 'stopWaiting' }, { kind: 'ask', look: number, call: 'latest' }],
    ];
  });

const pollMillis = ({ channel, topic, still }: Viewing): number =>
  channel?.isJoined === true
    ? POLL_LISTENING_MILLIS
    : Math.min(
        POLL_MOST_MILLIS,
        (topic === undefined ? POLL_MILLIS : POLL_LOST_MILLIS) * SLOWER ** Math.min(still, 20),
      );

/** Looks again when it is time to. */
const rest = (state: Viewing, atMillis: number): Step => {
  if (!state.query || !state.isVisible) return [state, [{ kind: 'stopWaiting' }]];
  if (state.look) return [state, []];
  if (!state.isDue) return [state, [{ kind: 'wait', afterMillis: pollMillis(state), isSpread: true }]];
  const afterMillis = state.askedMillis + LEAST_GAP_MILLIS - atMillis;
  return afterMillis <= 0
    ? begin(state, atMillis, false)
    : [state, [{ kind: 'wait', afterMillis, isSpread: false }]];
};

/** Something may be new. */
const wonder = (state: Viewing, atMillis: number): Step => rest({ ...state, isDue: true }, atMillis);

/** Whether nothing of the table is shown any more: its page was switched off, it was archived, or its pictures' days are over. */
export const isGone = ({ host }: Viewing, { kind }: SnapshotStatus): boolean =>
  kind === 'off' || (kind === 'noUpload' && host?.isOwn === true);

/** What the page says once a look is over; a quiet one says only what changes what is seen. */
const statusAfter = (state: Viewing, look: Look, outcome: SnapshotStatus): SnapshotStatus => {
  const isSeen = look.isSpoken || shownPicture(state) === undefined || isGone(state, outcome);
  return isSeen || (outcome.kind === 'ready' && !isContent(state.status)) ? outcome : state.status;
};

/** Opens a channel where there is none. An answer is what leads here, so that nothing piles up in a dead network. */
const listen = (state: Viewing): Step => {
  const { topic, channel, isVisible } = state;
  return topic !== undefined && channel === undefined && isVisible ? connect(state, topic) : [state, []];
};

const fail = (state: Viewing, look: Look, outcome: SnapshotFailure, atMillis: number): Step => {
  const status = statusAfter(state, look, outcome);
  // An earlier picture that doesn't come says nothing of the latest.
  const trouble = look.isEarlier ? state.trouble : outcome;
  const over = { ...state, status, trouble, look: undefined, still: state.still + 1 };
  const left = isGone(state, outcome)
    ? { ...over, latest: undefined, earlier: undefined, title: undefined }
    : over;
  return rest(left, atMillis);
};

const succeed = (state: Viewing, look: Look, atMillis: number): Step => {
  const calm = {
    ...state,
    status: statusAfter(state, look, { kind: 'ready' }),
    trouble: undefined,
    look: undefined,
  };
  return then(listen(calm), (next) => rest(next, atMillis));
};

/** Loads the picture from the host's next address. */
const load = (state: Viewing, look: Look, variant: number): Step | undefined => {
  const template = state.host?.images[variant];
  if (template === undefined || !look.wanted) return undefined;
  const status: SnapshotStatus = look.isSpoken ? { kind: 'loadingImage' } : state.status;
  return [
    { ...state, status, look: { ...look, step: 'image', variant } },
    [
      {
        kind: 'load',
        look: look.number,
        source: imageAddress(template, look.wanted.id, look.stamp),
      },
    ],
  ];
};

const receiveLatest = (
  state: Viewing,
  look: Look,
  { body, sentMillis, atMillis }: Extract<ViewingEvent, { kind: 'answered' }>,
): Step => {
  const latest = readLatest(body);
  if (latest.kind !== 'id') {
    const { topic, ...failure } = latest;
    const failed = fail({ ...state, topic: topic ?? state.topic }, look, failure, atMillis);
    return topic === undefined ? failed : then(failed, listen);
  }
  const { id, capturedMillis, isDrawn, topic, title, serverMillis } = latest;
  const offset =
    serverMillis === undefined
      ? state.offset
      : betterOffset(state.offset, measureOffset(sentMillis, atMillis, serverMillis));
  const told = { ...state, offset, topic, title, confirmedMillis: atMillis };
  if (!look.isSpoken && told.latest?.id === id) {
    // A repeated upload makes no new picture, and a newer time.
    const same = { ...told, latest: { ...told.latest, capturedMillis, isDrawn }, still: told.still + 1 };
    return succeed(same, look, atMillis);
  }
  const wanted = { id, capturedMillis, isDrawn };
  return (
    load(told, { ...look, wanted, stamp: Math.floor(sentMillis) }, 0) ??
    fail(told, look, { kind: 'imageFailed' }, atMillis)
  );
};

const receiveInline = (state: Viewing, look: Look, body: string, atMillis: number): Step => {
  const inline = readInline(body);
  if (inline.kind !== 'dataUrl') return fail(state, look, inline, atMillis);
  const { dataUrl } = inline;
  return [
    { ...state, look: { ...look, step: 'inlineImage', dataUrl } },
    [{ kind: 'load', look: look.number, source: dataUrl }],
  ];
};

const show = (state: Viewing, look: Look, atMillis: number): Step => {
  const { host } = state;
  const { wanted, dataUrl } = look;
  const template = host?.images[look.variant];
  if (!wanted || !host || template === undefined) return [state, []];
  const picture: ShownPicture = {
    ...wanted,
    source: dataUrl ?? imageAddress(template, wanted.id, look.stamp),
    download: dataUrl ?? downloadAddress(host.download, wanted.id),
    loadedMillis: atMillis,
  };
  if (look.isEarlier) return succeed({ ...state, earlier: picture }, look, atMillis);
  const { earlier } = state;
  return succeed(
    // Somebody who went back stays there when a picture comes by itself.
    { ...state, latest: picture, earlier: look.isSpoken ? undefined : earlier, still: 0 },
    look,
    atMillis,
  );
};

/** An address of the picture didn't work: the next one, and the picture inside an answer as the last. */
const loadNext = (state: Viewing, look: Look, atMillis: number): Step => {
  const next = look.step === 'image' ? load(state, look, look.variant + 1) : undefined;
  if (next) return next;
  if (look.step !== 'image' || look.isEarlier) return fail(state, look, { kind: 'imageFailed' }, atMillis);
  const status: SnapshotStatus = look.isSpoken ? { kind: 'inline' } : state.status;
  return [
    { ...state, status, look: { ...look, step: 'inline', variant: 0 } },
    [{ kind: 'ask', look: look.number, call: 'latestData' }],
  ];
};

type LookEvent = Extract<ViewingEvent, { readonly look: number }>;

const reduceLook = (state: Viewing, look: Look, event: LookEvent): Step => {
  switch (event.kind) {
    case 'answered':
      return look.step === 'ask'
        ? receiveLatest(state, look, event)
        : receiveInline(state, look, event.body, event.atMillis);
    case 'unanswered':
      return fail(state, look, { kind: look.step === 'ask' ? 'unreachable' : 'imageFailed' }, event.atMillis);
    case 'loaded':
      return show(state, look, event.atMillis);
    case 'notLoaded':
      return loadNext(state, look, event.atMillis);
  }
};

type ChannelEvent = Extract<ViewingEvent, { readonly channel: number }>;

const reduceChannel = (
  state: Viewing,
  channel: NonNullable<Viewing['channel']>,
  { kind, atMillis }: ChannelEvent,
): Step => {
  switch (kind) {
    case 'joined':
      // Whatever changed between the last answer and now was announced to nobody here.
      return wonder({ ...state, channel: { ...channel, isJoined: true } }, atMillis);
    case 'changed':
      return wonder(state, atMillis);
    case 'overdue':
      return channel.isJoined ? [state, []] : lose(state, atMillis);
    case 'lost':
      return lose(state, atMillis);
  }
};

const lose = (state: Viewing, atMillis: number): Step => {
  // A server that refuses is asked less and less often; one that was there comes back soon.
  const still = state.channel?.isJoined === true ? 0 : state.still;
  return then(disconnect({ ...state, still }), (apart) => rest(apart, atMillis));
};

/** A quiet look of a page that nobody sees is for nobody. */
const hide = (state: Viewing): Step =>
  then(state.look?.isSpoken === false ? drop(state) : [state, []], (free) =>
    then(disconnect({ ...free, isVisible: false }), (apart) => [apart, [{ kind: 'stopWaiting' }]]),
  );

const goBack = (state: Viewing, { to, atMillis }: Extract<ViewingEvent, { kind: 'goBack' }>): Step => {
  if (to.id === state.latest?.id) return [{ ...state, earlier: undefined }, []];
  return then(drop(state), (free) => {
    const number = free.looks + 1;
    const look: Look = {
      number,
      isSpoken: true,
      step: 'image',
      variant: 0,
      stamp: Math.floor(atMillis),
      wanted: to,
      isEarlier: true,
      dataUrl: undefined,
    };
    // A quiet look was dropped: it is made up for.
    const isDue = free.isDue || state.look !== undefined;
    return load({ ...free, looks: number, isDue }, look, 0) ?? [free, []];
  });
};

const toLatest = (state: Viewing, atMillis: number): Step => {
  const there = { ...state, earlier: undefined };
  if (state.look?.isEarlier !== true) return [there, []];
  return then(drop({ ...there, status: { kind: 'ready' } }), (free) => rest(free, atMillis));
};

/** What becomes of the page by an event, and what is to be done about it. Total: what comes too late changes nothing. */
export const reduceViewing = (state: Viewing, event: ViewingEvent): Step => {
  const { atMillis } = event;
  switch (event.kind) {
    case 'opened': {
      const { host, query, isVisible } = event;
      const open = { ...state, host, query, isVisible };
      return query ? begin(open, atMillis, true) : [{ ...open, status: { kind: 'missing' } }, []];
    }
    case 'closed':
      return then(drop(state), (free) =>
        then(disconnect({ ...free, query: undefined }), (apart) => [apart, [{ kind: 'stopWaiting' }]]),
      );
    case 'refresh':
      return state.query ? begin({ ...state, still: 0 }, atMillis, true) : [state, []];
    case 'goBack':
      return goBack(state, event);
    case 'toLatest':
      return toLatest(state, atMillis);
    case 'due':
      return wonder(state, atMillis);
    case 'answered':
    case 'unanswered':
    case 'loaded':
    case 'notLoaded':
      return event.look === state.look?.number ? reduceLook(state, state.look, event) : [state, []];
    case 'joined':
    case 'changed':
    case 'lost':
    case 'overdue':
      return event.channel === state.channel?.id ? reduceChannel(state, state.channel, event) : [state, []];
    case 'visible':
      return wonder({ ...state, isVisible: true, still: 0 }, atMillis);
    case 'online':
      // A socket that outlived the outage may be dead without knowing it.
      return then(disconnect({ ...state, still: 0 }), (apart) => wonder(apart, atMillis));
    case 'hidden':
      return hide(state);
    case 'offline':
      return then(disconnect(state), (apart) => rest(apart, atMillis));
    case 'linked':
      return [{ ...state, status: event.status }, []];
    default:
      event satisfies never;
      return [state, []];
  }
};
