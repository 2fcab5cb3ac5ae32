import { isObject, millis, objects, text, type Body } from '../../rules/read.ts';

/** Why a reply has no picture, from the sentences in the error catalogue and those of our own service. */
export type ReplyFailure =
  | { readonly kind: 'badJson' | 'notFound' | 'noImage' | 'noUpload' | 'off' }
  | { readonly kind: 'server'; readonly text: string };

/** An endpoint's own sentences that the page translates. */
const KNOWN_SENTENCES = new Map<string, 'noUpload' | 'notFound' | 'off'>([
  ['No upload yet for this match.', 'noUpload'],
  ['not found', 'notFound'],
  ['This page is switched off.', 'off'],
]);

/** A table of the venue: its key in addresses, and its name. */
export interface NamedTable {
  readonly table: string;
  readonly title: string;
}

/** What a table's page is told of the table and its venue. */
export interface PageFacts {
  readonly title: string | undefined;
  readonly venue: string | undefined;
  /** The venue's tables; undefined if the endpoint lists none. */
  readonly tables: readonly NamedTable[] | undefined;
}

export const NO_FACTS: PageFacts = { title: undefined, venue: undefined, tables: undefined };

/** A match's latest picture. Only our own service sends more than its id. */
export interface Latest {
  readonly kind: 'id';
  readonly id: string;
  /** When the photo was taken, or when the drawn data last changed, in server time. */
  readonly capturedMillis: number | undefined;
  /**
   * Whether it is drawn from the board instead of photographed. A drawing can be repeated at any time, so its age is
   * the score's.
   */
  readonly isDrawn: boolean;
  /** The topic of changes. */
  readonly topic: string | undefined;
  readonly facts: PageFacts;
  readonly serverMillis: number | undefined;
  /** Whether the page also shows the table's board as text. */
  readonly showsLive?: boolean;
}

/** Why there is no latest picture, with the known data about its table. */
type NoLatest = ReplyFailure & Partial<Pick<Latest, 'topic' | 'facts' | 'showsLive'>>;

/** One of a table's recent pictures. */
export interface Earlier {
  readonly id: string;
  readonly capturedMillis: number;
  readonly isDrawn: boolean;
}

/**
 * Parses an answer of our own service, which always has a boolean `ok`. Throws on anything else, such as a captive
 * portal's page, so that such answers never count as "not found".
 */
export const ownReply = (body: string): Body & { readonly ok: boolean } => {
  const reply: unknown = JSON.parse(body);
  if (!isObject(reply) || typeof reply['ok'] !== 'boolean')
    throw new Error('This is no answer of the service');
  return { ...reply, ok: reply['ok'] };
};

/** The same, but throws unless `ok` is true: then the service could not answer. */
export const ownAnswer = (body: string): Body => {
  const reply = ownReply(body);
  if (!reply.ok) throw new Error('The service could not answer');
  return reply;
};

/** A text without the spaces around it; undefined for an empty one. */
const textIn = (value: unknown): string | undefined => text(value).trim() || undefined;

const readReply = <Result>(body: string, read: (reply: Body) => Result): Result | ReplyFailure => {
  let reply: unknown;
  try {
    reply = JSON.parse(body);
  } catch {
    return { kind: 'badJson' };
  }
  // Valid JSON without an error message.
  return isObject(reply) ? read(reply) : { kind: 'noUpload' };
};

const failureOf = ({ error }: Body, otherwise: 'notFound' | 'noImage'): ReplyFailure => {
  const said = textIn(error);
  if (said === undefined) return { kind: otherwise };
  const known = KNOWN_SENTENCES.get(said);
  return known ? { kind: known } : { kind: 'server', text: said };
};

const topicIn = ({ topic }: Body): string | undefined =>
  typeof topic === 'string' && topic.startsWith('snapshot:') ? topic : undefined;

const tablesIn = ({ tables }: Body): readonly NamedTable[] | undefined => {
  if (!Array.isArray(tables)) return undefined;
  return objects(tables).flatMap(({ board, title }) => {
    const [table, name] = [textIn(board), textIn(title)];
    return table === undefined || name === undefined ? [] : [{ table, title: name }];
  });
};

/**
 * Reads the reply to `latest=1`: the match's latest picture, or why there is none and the topic on which to wait for
 * one.
 */
export const readLatest = (body: string): Latest | NoLatest =>
  readReply<Latest | NoLatest>(body, (reply) => {
    const { id } = reply;
    const live = reply['showsLive'] === true && { showsLive: true };
    const facts = { title: textIn(reply['title']), venue: textIn(reply['venue']), tables: tablesIn(reply) };
    if (reply['ok'] === false || typeof id !== 'string' || id === '')
      return { ...failureOf(reply, 'notFound'), topic: topicIn(reply), facts, ...live };
    return {
      kind: 'id',
      id,
      capturedMillis: millis(reply['capturedAt']) ?? undefined,
      isDrawn: reply['source'] === 'board',
      topic: topicIn(reply),
      facts,
      serverMillis: millis(reply['serverTime']) ?? undefined,
      ...live,
    };
  });

/** Reads the reply to `latestData=1`: the picture itself as a `data:` URL, or why there is none. */
export const readInline = (
  body: string,
): { readonly kind: 'dataUrl'; readonly dataUrl: string } | ReplyFailure =>
  readReply(body, (reply) => {
    const { dataUrl } = reply;
    return reply['ok'] !== false && typeof dataUrl === 'string' && /^data:image\//i.test(dataUrl)
      ? { kind: 'dataUrl', dataUrl }
      : failureOf(reply, 'noImage');
  });

/** Reads the reply to `history=1`, newest first; undefined from an endpoint that keeps no history. */
export const readHistory = (body: string): readonly Earlier[] | undefined => {
  const pictures = readReply(body, (reply) => (reply['ok'] === true ? reply['pictures'] : undefined));
  if (!Array.isArray(pictures)) return undefined;
  return objects(pictures).flatMap(({ id, capturedAt, source }) => {
    const capturedMillis = millis(capturedAt);
    return typeof id === 'string' && id !== '' && capturedMillis !== null
      ? [{ id, capturedMillis, isDrawn: source === 'board' }]
      : [];
  });
};

/** The pictures of a history to show, newest first; includes the latest one even if it came after the history. */
export const withLatest = (pictures: readonly Earlier[], latest: Earlier, most: number): Earlier[] =>
  [latest, ...pictures.filter(({ id }) => id !== latest.id)]
    .sort((one, other) => other.capturedMillis - one.capturedMillis)
    .slice(0, most);
