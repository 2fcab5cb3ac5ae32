import { backOffMillis } from '../back-off.ts';

/*
 * Follows something on the server. It fetches, listens on the topic named in the answer, and fetches again whenever the
 * channel joins, announces a change or has been quiet for too long. Stale answers are discarded. A channel is opened
 * only after an answer, so that nothing piles up on a dead network. A `Subject` supplies the specifics.
 */

export interface Following<Known> {
  /** The latest data, kept through any network failure. */
  readonly known: Known;
  readonly isWatched: boolean;
  readonly isVisible: boolean;
  readonly isOnline: boolean;
  readonly channel: { readonly id: number; readonly topic: string; readonly isJoined: boolean } | null;
  /** How many channels were opened so far; also the number of the latest. */
  readonly opened: number;
  /**
   * `asked`: how many requests were sent so far. `answered`: the number of the last settled one; outcomes of earlier
   * ones are ignored.
   */
  readonly asked: number;
  readonly answered: number;
  readonly askedMillis: number;
  /** Whether a caller is waiting for the last request. */
  readonly isWanted: boolean;
  /** When to fetch because something may have changed; null if nothing has. */
  readonly dueMillis: number | null;
  /** The last request sent before news that no answer includes yet. */
  readonly toldAt: number | null;
  /** The last answer would have cleared the screen, so it must be confirmed first. */
  readonly isDoubted: boolean;
  /** Consecutive requests that brought nothing new. */
  readonly still: number;
  /** A request failed or the channel was lost, and no channel has joined since. */
  readonly isCut: boolean;
  /** The server refused the last request. Polls rarely, because only a person can change that. */
  readonly isRefused: boolean;
  /** Consecutive answers that didn't come from our server, such as a captive portal's, or were server errors. */
  readonly strange: number;
}

/** After a refusal, unless the page becomes visible again. */
export const REFUSED_MILLIS = 5 * 60_000;

/** The longest wait while answers are strange. */
export const STRANGE_MOST_MILLIS = 15_000;

/** Why a request failed: no answer, no permission, or an answer that makes no sense. */
export type Fault = 'unanswered' | 'refused' | 'strange';

export type FollowEvent<Known, Answer, News> = { readonly atMillis: number } & (
  | { readonly type: 'start'; readonly known: Known; readonly isVisible: boolean; readonly isOnline: boolean }
  /** Nothing is watching any more. */
  | { readonly type: 'unwatched' }
  /** The timer to ask has fired. */
  | { readonly type: 'ask' }
  /** A refresh was requested. */
  | { readonly type: 'refresh' }
  | {
      readonly type: 'answered';
      readonly request: number;
      readonly answer: Answer;
      readonly sentMillis: number;
    }
  | { readonly type: 'failed'; readonly request: number; readonly why: Fault }
  | { readonly type: 'joined' | 'lost'; readonly channel: number }
  | { readonly type: 'message'; readonly channel: number; readonly news: News }
  | { readonly type: 'visible' | 'hidden' | 'online' | 'offline' }
  /** The data was changed locally. */
  | { readonly type: 'noted'; readonly known: Known }
);

export type FollowEffect =
  | { readonly type: 'ask'; readonly request: number }
  /** Abort the requests sent so far. */
  | { readonly type: 'drop' }
  /** Reset the timer for `ask`, or stop it (null); `isSpread` adds jitter so that browsers don't all ask at once. */
  | { readonly type: 'wait'; readonly millis: number | null; readonly isSpread: boolean }
  | { readonly type: 'listen'; readonly channel: number; readonly topic: string }
  | { readonly type: 'close'; readonly channel: number };

/** The result of an answer or of news. */
export interface Outcome<Known> {
  readonly known: Known;
  /** The topic of changes; null if nothing exists to listen to. Undefined keeps the channel. */
  readonly topic?: string | null | undefined;
  /** Asks again after this long. */
  readonly askAfterMillis?: number | undefined;
  /** Starts over at once, without a channel, because earlier requests no longer apply. */
  readonly isAnew?: boolean;
  /** It brought something new. */
  readonly isNew?: boolean;
}

export interface Received<Answer> {
  readonly answer: Answer;
  readonly sentMillis: number;
  readonly atMillis: number;
  /** How this answer relates to news since the last one: there was none, it includes it, or it predates it. */
  readonly news: 'none' | 'included' | 'later';
}

export interface Subject<Known, Answer, News> {
  /** A channel that hasn't joined after this long is presumed dead. */
  readonly joinMillis: number;
  /** Minimum time between two automatic requests. */
  readonly gapMillis: number;
  /** Whether a new request may start while one is pending. If not, requests must time out on their own. */
  readonly overlaps: boolean;
  /** Whether to pause while the page is hidden. */
  readonly restsHidden: boolean;
  /** Milliseconds to the next request while no change is announced. */
  readonly pollMillis: (state: Following<Known>, atMillis: number) => number;
  /**
   * Delay after losing a channel, if sooner than the poll. Prevents a tight loop with a server that refuses channels.
   */
  readonly lostMillis?: number;
  /** Takes an answer; `doubt` asks again before accepting it. */
  readonly receive: (state: Following<Known>, received: Received<Answer>) => Outcome<Known> | 'doubt';
  readonly onMessage: (known: Known, news: News) => Outcome<Known>;
  /** The data that remains after a failed request. */
  readonly fail: (state: Following<Known>, atMillis: number) => Known;
}

export const notFollowing = <Known>(known: Known): Following<Known> => ({
  known,
  isWatched: false,
  isVisible: true,
  isOnline: true,
  channel: null,
  opened: 0,
  asked: 0,
  answered: 0,
  askedMillis: Number.NEGATIVE_INFINITY,
  isWanted: false,
  dueMillis: null,
  toldAt: null,
  isDoubted: false,
  still: 0,
  isCut: false,
  isRefused: false,
  strange: 0,
});

/** The next state after an event, and the effects to run. Total: late events change nothing. */
export const stepFollowing = <Known, Answer, News>(
  subject: Subject<Known, Answer, News>,
  before: Following<Known>,
  event: FollowEvent<Known, Answer, News>,
): { readonly state: Following<Known>; readonly effects: readonly FollowEffect[] } => {
  const { atMillis } = event;
  const effects: FollowEffect[] = [];
  let state = before;
  const change = (changes: Partial<Following<Known>>): void => {
    state = { ...state, ...changes };
  };
  const wait = (millis: number | null, isSpread = false): void => {
    effects.push({ type: 'wait', millis, isSpread });
  };

  const isFollowing = (): boolean => state.isWatched && (state.isVisible || !subject.restsHidden);
  const isAwaited = (): boolean => state.answered < state.asked;

  const pollMillis = (): number => {
    if (state.isRefused) return REFUSED_MILLIS;
    const usual = subject.pollMillis(state, atMillis);
    // A silent host isn't burdened by requests, but a captive portal or a struggling server is.
    return Math.max(usual, state.strange > 0 ? backOffMillis(state.strange, usual, STRANGE_MOST_MILLIS) : 0);
  };

  const drop = (): void => {
    if (isAwaited()) effects.push({ type: 'drop' });
    change({ answered: state.asked });
  };
  const close = (): void => {
    if (state.channel) effects.push({ type: 'close', channel: state.channel.id });
    change({ channel: null });
  };
  const listen = (topic: string): void => {
    if (state.channel?.topic === topic || !isFollowing()) return;
    close();
    const id = state.opened + 1;
    change({ opened: id, channel: { id, topic, isJoined: false } });
    effects.push({ type: 'listen', channel: id, topic });
  };
  const ask = (isWanted: boolean): void => {
    const request = state.asked + 1;
    change({ asked: request, askedMillis: atMillis, dueMillis: null, isWanted });
    wait(subject.overlaps ? pollMillis() : null);
    effects.push({ type: 'ask', request });
  };
  /** Schedules the next request. */
  const settle = (): void => {
    if (!isFollowing()) wait(null);
    else if (isAwaited() && !subject.overlaps) return;
    else if (state.dueMillis === null) wait(pollMillis(), true);
    else {
      const millis = Math.max(state.dueMillis, state.askedMillis + subject.gapMillis) - atMillis;
      if (millis > 0) wait(millis);
      else ask(false);
    }
  };
  /** Schedules a request, because something may have changed. */
  const askLater = (afterMillis = 0): void => {
    change({ dueMillis: Math.min(state.dueMillis ?? Infinity, atMillis + afterMillis) });
    settle();
  };
  const lose = (): void => {
    // Back off from a server that refuses channels. One that had accepted ours will be back soon.
    change({ isCut: true, still: state.channel?.isJoined === true ? 0 : state.still });
    close();
    settle();
    if (subject.lostMillis !== undefined && isFollowing() && !state.isRefused && state.strange === 0)
      wait(subject.lostMillis);
  };
  /** Returns whether it sent a request at once; otherwise the caller schedules the next one. */
  const take = ({ known, topic, isAnew = false }: Outcome<Known>): boolean => {
    change({ known });
    if (topic === null || isAnew) {
      close();
      change({ isCut: false });
    }
    if (!isAnew || !isFollowing()) return false;
    drop();
    ask(false);
    return true;
  };

  switch (event.type) {
    case 'start': {
      const { known, isVisible, isOnline } = event;
      const { opened, asked, answered } = state;
      change({ ...notFollowing(known), opened, asked, answered, isVisible, isOnline, isWatched: true });
      ask(true);
      break;
    }
    case 'unwatched':
      drop();
      close();
      change({ isWatched: false, dueMillis: null });
      wait(null);
      break;
    case 'ask':
      askLater();
      break;
    case 'refresh':
      if (!state.isWatched) break;
      if (!subject.overlaps) drop();
      change({ still: 0, isRefused: false, strange: 0 });
      ask(true);
      break;
    case 'answered': {
      const { request, answer, sentMillis } = event;
      if (request <= state.answered || request > state.asked) break;
      const { toldAt } = state;
      const isIncluded = toldAt !== null && request > toldAt;
      const news = toldAt === null ? 'none' : isIncluded ? 'included' : 'later';
      change({ answered: request, toldAt: isIncluded ? null : toldAt });
      change({ isRefused: false, strange: 0 });
      const outcome = subject.receive(state, { answer, sentMillis, atMillis, news });
      change({ isDoubted: outcome === 'doubt', isWanted: false });
      if (outcome === 'doubt') {
        settle();
        break;
      }
      change({ still: outcome.isNew === true ? 0 : state.still + 1 });
      if (take(outcome)) break;
      if (outcome.askAfterMillis === undefined) settle();
      else askLater(outcome.askAfterMillis);
      if (typeof outcome.topic === 'string') listen(outcome.topic);
      break;
    }
    case 'failed': {
      const { request, why } = event;
      if (request <= state.answered || request > state.asked) break;
      change({ answered: request, isCut: true, still: state.still + 1 });
      change({ isRefused: why === 'refused', strange: why === 'strange' ? state.strange + 1 : 0 });
      change({ known: subject.fail(state, atMillis), isWanted: false });
      // An overlapping subject has already scheduled its next request, assuming the same outcome as last time.
      if (!subject.overlaps || why !== 'unanswered' || before.strange > 0) settle();
      break;
    }
    case 'joined':
      if (event.channel !== state.channel?.id) break;
      change({ channel: { ...state.channel, isJoined: true }, isCut: false });
      // Changes between the last answer and now were announced before we listened.
      askLater();
      break;
    case 'lost':
      if (event.channel === state.channel?.id) lose();
      break;
    case 'message': {
      if (event.channel !== state.channel?.id) break;
      change({ toldAt: state.asked });
      const outcome = subject.onMessage(state.known, event.news);
      if (!take(outcome) && outcome.askAfterMillis !== undefined) askLater(outcome.askAfterMillis);
      break;
    }
    case 'visible':
      change({ isVisible: true, still: 0, isRefused: false, strange: 0 });
      askLater();
      break;
    case 'hidden':
      change({ isVisible: false });
      if (!subject.restsHidden) break;
      if (!state.isWanted) drop();
      close();
      wait(null);
      break;
    case 'online':
      // A channel that survived the outage may be silently dead.
      change({ isOnline: true, still: 0, isRefused: false, strange: 0 });
      close();
      askLater();
      break;
    case 'offline':
      change({ isOnline: false });
      lose();
      break;
    case 'noted':
      change({ known: event.known });
      break;
    default:
      event satisfies never;
  }
  return { state, effects };
};
