/*
 * How something on the server is followed: ask for it, listen where the answer says, ask again whenever the channel has
 * joined, says that something changed, or has been quiet for long, and know which answers are old. An answer is what opens
 * a channel, so that nothing piles up in a dead network. What is followed says the rest, as a `Subject`.
 */

export interface Following<Known> {
  /** What has arrived so far; it stays whatever happens to the network. */
  readonly known: Known;
  readonly isWatched: boolean;
  readonly isVisible: boolean;
  readonly isOnline: boolean;
  readonly channel: { readonly id: number; readonly topic: string; readonly isJoined: boolean } | null;
  /** Channels opened so far: the number of the last one. */
  readonly opened: number;
  /** Requests sent so far, and the last of them whose outcome counts: earlier ones come too late. */
  readonly asked: number;
  readonly answered: number;
  readonly askedMillis: number;
  /** Somebody waits for the last request. */
  readonly isWanted: boolean;
  /** When to ask because something may have changed; null while nothing has. */
  readonly dueMillis: number | null;
  /** The last request before the channel told something that no answer includes yet. */
  readonly toldAt: number | null;
  /** The last answer took back what is shown, and wasn't believed. */
  readonly isDoubted: boolean;
  /** Requests in a row that brought nothing new. */
  readonly still: number;
  /** A request failed or the channel was lost, and none has joined since. */
  readonly isCut: boolean;
}

export type FollowEvent<Known, Answer, News> = { readonly atMillis: number } & (
  | { readonly type: 'start'; readonly known: Known; readonly isVisible: boolean; readonly isOnline: boolean }
  /** Nobody watches any more. */
  | { readonly type: 'rest' }
  /** The time to ask has come. */
  | { readonly type: 'ask' }
  /** Somebody wants to know. */
  | { readonly type: 'refresh' }
  | {
      readonly type: 'answered';
      readonly request: number;
      readonly answer: Answer;
      readonly sentMillis: number;
    }
  | { readonly type: 'failed'; readonly request: number }
  | { readonly type: 'joined' | 'lost'; readonly channel: number }
  /** By the channel, or another way (null), as the answer to a save. */
  | { readonly type: 'told'; readonly channel: number | null; readonly news: News }
  | { readonly type: 'visible' | 'hidden' | 'online' | 'offline' }
  /** What is known was changed here. */
  | { readonly type: 'noted'; readonly known: Known }
);

export type FollowEffect =
  | { readonly type: 'ask'; readonly request: number }
  /** Nobody waits any more for what was asked so far. */
  | { readonly type: 'drop' }
  /** Says `ask` after this time instead of whenever it was to, or never; `isSpread`: not all browsers at once. */
  | { readonly type: 'wait'; readonly millis: number | null; readonly isSpread: boolean }
  | { readonly type: 'listen'; readonly channel: number; readonly topic: string }
  | { readonly type: 'close'; readonly channel: number };

/** What follows from an answer or from news. */
export interface Outcome<Known> {
  readonly known: Known;
  /** Where changes are announced; null: nowhere, as there is nothing. Undefined leaves the channel as it is. */
  readonly topic?: string | null | undefined;
  /** Asks after this long. */
  readonly askAfterMillis?: number | undefined;
  /** Asks anew, at once and without a channel: whatever was asked before, was asked for another state of things. */
  readonly isAnew?: boolean;
  /** It brought something new. */
  readonly isNew?: boolean;
}

export interface Received<Answer> {
  readonly answer: Answer;
  readonly sentMillis: number;
  readonly atMillis: number;
  /** Whether what was told since the last answer is in this one. */
  readonly news: 'none' | 'included' | 'later';
}

export interface Subject<Known, Answer, News> {
  /** A channel that hasn't joined after this long hangs in a dead network. */
  readonly joinMillis: number;
  /** At least this long between two requests that nobody waits for. */
  readonly gapMillis: number;
  /** Asks again while an answer is awaited; where it doesn't, its requests end by themselves. */
  readonly overlaps: boolean;
  /** Does nothing while its page is hidden. */
  readonly restsHidden: boolean;
  /** Milliseconds to the next request while nothing is said to have changed. */
  readonly pollMillis: (state: Following<Known>, atMillis: number) => number;
  /** Until it asks after a channel was lost, where that is sooner: a server that refuses isn't asked in a tight loop. */
  readonly lostMillis?: number;
  /** Takes an answer; `doubt` has it asked again before it is believed. */
  readonly receive: (state: Following<Known>, received: Received<Answer>) => Outcome<Known> | 'doubt';
  readonly hear: (known: Known, news: News) => Outcome<Known>;
  /** What is left of it when a request fails. */
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
});

/** What becomes of it by an event, and what is to be done about it. Total: what comes too late changes nothing. */
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
    wait(subject.overlaps ? subject.pollMillis(state, atMillis) : null);
    effects.push({ type: 'ask', request });
  };
  /** Asks again when it is time to. */
  const settle = (): void => {
    if (!isFollowing()) wait(null);
    else if (isAwaited() && !subject.overlaps) return;
    else if (state.dueMillis === null) wait(subject.pollMillis(state, atMillis), true);
    else {
      const millis = Math.max(state.dueMillis, state.askedMillis + subject.gapMillis) - atMillis;
      if (millis > 0) wait(millis);
      else ask(false);
    }
  };
  /** Something may have changed. */
  const wonder = (afterMillis = 0): void => {
    change({ dueMillis: Math.min(state.dueMillis ?? Infinity, atMillis + afterMillis) });
    settle();
  };
  const lose = (): void => {
    // A server that refuses is asked less and less often; one that was there comes back soon.
    change({ isCut: true, still: state.channel?.isJoined === true ? 0 : state.still });
    close();
    settle();
    if (subject.lostMillis !== undefined && isFollowing()) wait(subject.lostMillis);
  };
  /** Gives whether it is done with: the caller says when to ask next otherwise. */
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
    case 'rest':
      drop();
      close();
      change({ isWatched: false, dueMillis: null });
      wait(null);
      break;
    case 'ask':
      wonder();
      break;
    case 'refresh':
      if (!state.isWatched) break;
      if (!subject.overlaps) drop();
      change({ still: 0 });
      ask(true);
      break;
    case 'answered': {
      const { request, answer, sentMillis } = event;
      if (request <= state.answered || request > state.asked) break;
      const { toldAt } = state;
      const isIncluded = toldAt !== null && request > toldAt;
      const news = toldAt === null ? 'none' : isIncluded ? 'included' : 'later';
      change({ answered: request, toldAt: isIncluded ? null : toldAt });
      const outcome = subject.receive(state, { answer, sentMillis, atMillis, news });
      change({ isDoubted: outcome === 'doubt', isWanted: false });
      if (outcome === 'doubt') {
        settle();
        break;
      }
      change({ still: outcome.isNew === true ? 0 : state.still + 1 });
      if (take(outcome)) break;
      settle();
      if (typeof outcome.topic === 'string') listen(outcome.topic);
      break;
    }
    case 'failed':
      if (event.request <= state.answered || event.request > state.asked) break;
      change({ answered: event.request, isCut: true, still: state.still + 1 });
      change({ known: subject.fail(state, atMillis), isWanted: false });
      // One that overlaps has its next request set already.
      if (!subject.overlaps) settle();
      break;
    case 'joined':
      if (event.channel !== state.channel?.id) break;
      change({ channel: { ...state.channel, isJoined: true }, isCut: false });
      // Whatever changed between the last answer and now was announced to nobody here.
      wonder();
      break;
    case 'lost':
      if (event.channel === state.channel?.id) lose();
      break;
    case 'told': {
      if (event.channel !== null && event.channel !== state.channel?.id) break;
      change({ toldAt: state.asked });
      const outcome = subject.hear(state.known, event.news);
      if (!take(outcome) && outcome.askAfterMillis !== undefined) wonder(outcome.askAfterMillis);
      break;
    }
    case 'visible':
      change({ isVisible: true, still: 0 });
      wonder();
      break;
    case 'hidden':
      change({ isVisible: false });
      if (!subject.restsHidden) break;
      if (!state.isWanted) drop();
      close();
      wait(null);
      break;
    case 'online':
      // A channel that outlived the outage may be dead without knowing it.
      change({ isOnline: true, still: 0 });
      close();
      wonder();
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
