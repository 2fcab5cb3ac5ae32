import { betterOffset, measureOffset, type ServerOffset } from '../clock/offset.ts';
import { FIRST_GAME, type GameName } from '../../games/boards.ts';
import { newerBoard, parseBoard, type Board } from '../overlay/board.ts';
import { parsePublicResult, type PublicResult } from './public-result.ts';
import type { PlayedUnit } from './result.ts';
import { isObject, millis, number, objects, text } from '../../rules/read.ts';
import { parseUnits } from './result-detail.ts';
import { createDays } from '../time/days.ts';
import { VENUE_ZONE, zoneNamed, type Zone } from '../time/zone.ts';
import type { Subject } from '../follow/follow.ts';

/*
 * How the text on a table's public page follows the board, its match's frames and the day's results. Boards arrive on
 * the topic of the table's pictures, which the page listens to anyway.
 */

/** An answer of `show_table`. */
export interface TableAnswer {
  readonly board: Board;
  /** The game of the match on the board. */
  readonly game: GameName;
  /** Its frames or racks so far. */
  readonly units: readonly PlayedUnit[];
  /** The latest first. */
  readonly results: readonly PublicResult[];
  /** The venue's time zone. */
  readonly zone: Zone;
  /** Whether actions remain to be folded. */
  readonly isDue: boolean;
  readonly serverMillis: number;
}

export interface LiveTable {
  readonly board: Board | null;
  /** The game of the units: the board may already be another match's. */
  readonly game: GameName;
  readonly units: readonly PlayedUnit[];
  readonly results: readonly PublicResult[];
  readonly zone: Zone;
  readonly offset: ServerOffset | null;
  /** Whether the last request failed. */
  readonly isCut: boolean;
  /** How often it has polled again for a fold. */
  readonly waited: number;
}

export const NO_TABLE_YET: LiveTable = {
  board: null,
  game: FIRST_GAME,
  units: [],
  results: [],
  zone: VENUE_ZONE,
  offset: null,
  isCut: false,
  waited: 0,
};

/** The topic of the table's pictures, which the page itself listens to. */
const SHARED = 'shared';

const LISTENING_MILLIS = 60_000;
const LOST_MILLIS = 10_000;
/** The server folds a table's matches once in five seconds for all viewers. */
const FOLDED_MILLIS = 6000;
const MOST_WAITS = 3;
/** Delay after a frame ends, so that the fold includes immediate follow-up actions. */
const FRAME_MILLIS = 800;

/** Parses the service's reply; null if the venue no longer publishes text. */
export const readTableReply = (reply: unknown): TableAnswer | null => {
  const table = isObject(reply) && isObject(reply['table']) ? reply['table'] : {};
  const board = parseBoard(table['board']);
  const serverMillis = millis(table['server_time']);
  if (!board || serverMillis === null) return null;
  const zone = zoneNamed(text(table['time_zone']));
  const { dateAt } = createDays(zone, number(table['closing_hour']));
  const today = dateAt(serverMillis);
  return {
    board,
    game: board.detail?.game ?? FIRST_GAME,
    units: parseUnits(table['units']),
    results: objects(table['results'])
      .flatMap((one) => parsePublicResult(one) ?? [])
      .filter(({ endedAtMillis, lastAtMillis }) => dateAt(endedAtMillis ?? lastAtMillis) === today),
    zone,
    isDue: table['due'] === true,
    serverMillis,
  };
};

/** Whether the board shows another frame, another match or another ending, so that the lists are outdated. */
const isFurther = (before: Board | null, { p1, p2, s1, s2, detail }: Board): boolean =>
  before?.p1 !== p1 ||
  before.p2 !== p2 ||
  (detail === null) !== (before.detail === null) ||
  (detail !== null && (before.s1 !== s1 || before.s2 !== s2));

/** The topic carries boards, or only the news that something has changed. */
export const LIVE_TABLE: Subject<LiveTable, TableAnswer | null, unknown> = {
  joinMillis: 10_000,
  gapMillis: 1000,
  overlaps: false,
  restsHidden: true,
  pollMillis: ({ channel }) => (channel?.isJoined === true ? LISTENING_MILLIS : LOST_MILLIS),
  receive: ({ known }, { answer, sentMillis, atMillis, news }) => {
    if (!answer) return { known: NO_TABLE_YET, topic: SHARED };
    const { board, game, units, results, zone, isDue, serverMillis } = answer;
    const isAsking = isDue && known.waited < MOST_WAITS;
    return {
      topic: SHARED,
      known: {
        game,
        units,
        results,
        zone,
        isCut: false,
        // Names may have been shortened at the same revision. Without news meanwhile, even an older board is right.
        board: news === 'later' && known.board && known.board.rev > board.rev ? known.board : board,
        offset: betterOffset(known.offset, measureOffset(sentMillis, atMillis, serverMillis)),
        waited: isDue ? known.waited + 1 : 0,
      },
      askAfterMillis: isAsking ? FOLDED_MILLIS : undefined,
    };
  },
  onMessage: (known, news) => {
    const board = parseBoard(news);
    if (!board) return { known, askAfterMillis: 0 };
    const newer = newerBoard(known.board, board);
    const isAsking = isFurther(known.board, newer);
    return {
      known: { ...known, board: newer, isCut: false, waited: isAsking ? 0 : known.waited },
      askAfterMillis: isAsking ? FRAME_MILLIS : undefined,
    };
  },
  fail: ({ known }) => ({ ...known, isCut: true }),
};
