import type { Clock } from '../clock/count-up.ts';
import { parseShotClock, type ShotClock } from '../../rules/shot.ts';
import type { MatchTime } from '../clock/match-time.ts';
import { parseDetail, shownOf, type Detail } from '../../games/boards.ts';
import { givenName, parseScreenNames, type ScreenNames } from '../../rules/name.ts';
import { isObject, millis, number, text, type Body } from '../../rules/read.ts';
import { parseBranding, type Branding } from '../branding/branding.ts';
import type { TableFacts } from '../room/table-state.ts';

export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

/** A table's board, as viewers see it. */
export interface Board {
  readonly p1: string;
  readonly p2: string;
  /** The event that the match belongs to, such as a tournament and its round; empty for none. */
  readonly event: string;
  /** The names that screens show in another form. */
  readonly screenNames: ScreenNames;
  readonly s1: number;
  readonly s2: number;
  readonly raceTo: number;
  readonly clock: Clock;
  readonly theme: Theme;
  /** Increases with every change. */
  readonly rev: number;
  /** The id of the match on the board; null if the server omits it. */
  readonly match: string | null;
  /** The sequence number of the last log entry included. */
  readonly seq: number;
  /** The game's part of the board. */
  readonly detail: Detail | null;
  readonly shot: ShotClock | null;
  /** When the visit at the table began, in server time; null if there is none, or if it is unknown. */
  readonly visitAtMillis: number | null;
}

/** Whether a board is as it was made: nothing is scored, and nobody is named. */
export const isUntouched = ({ p1, p2, s1, s2, detail, clock }: Board): boolean =>
  givenName(p1) === '' && givenName(p2) === '' && s1 === 0 && s2 === 0 && detail === null && !clock.running;

/** The time of a board's match. */
export const boardTime = (board: Board): MatchTime => ({
  clock: board.clock,
  minutes: shownOf(board).minutes,
});

/** An answer of `get_overlay`: the board, its branding, where changes are announced, and the server's time. */
export interface OverlayAnswer {
  readonly board: Board;
  readonly branding: Branding;
  readonly topic: string;
  readonly serverMillis: number;
  /** The table's, for those who score it. */
  readonly facts?: TableFacts;
}

const parseClock = (value: unknown): Clock => {
  const clock = isObject(value) ? value : {};
  const startedAtMillis = millis(clock['started_at']);
  const running = clock['running'] === true && startedAtMillis !== null;
  return {
    running,
    startedAtMillis: running ? startedAtMillis : null,
    accumSeconds: Math.max(0, number(clock['accum'])),
  };
};

/** A theme by its name; anything else is light. */
export const parseTheme = (value: unknown): Theme => THEMES.find((theme) => theme === value) ?? 'light';

/** The players and the score of a board. */
export type BoardScore = Pick<
  Board,
  'p1' | 'p2' | 'event' | 'screenNames' | 's1' | 's2' | 'raceTo' | 'detail'
>;

/** Parses the players and the score of a board, live or on a picture. */
export const parseScore = (board: Body): BoardScore => ({
  p1: text(board['p1']),
  p2: text(board['p2']),
  event: text(board['event']),
  screenNames: parseScreenNames(board['screen_names']),
  s1: number(board['s1']),
  s2: number(board['s2']),
  raceTo: number(board['race_to']),
  detail: parseDetail(board['detail']),
});

/** Parses a board as `private.overlay_state` sends it; null if it isn't one. */
export const parseBoard = (value: unknown): Board | null => {
  if (!isObject(value) || typeof value['rev'] !== 'number') return null;
  return {
    ...parseScore(value),
    clock: parseClock(value['clock']),
    theme: parseTheme(value['theme']),
    rev: value['rev'],
    match: typeof value['match'] === 'string' ? value['match'] : null,
    seq: number(value['seq']),
    shot: parseShotClock(value['shot']),
    visitAtMillis: millis(value['visit_at']),
  };
};

/** Parses an overlay as `get_overlay` answers it; null if it isn't one. */
export const parseOverlayAnswer = (value: unknown): OverlayAnswer | null => {
  const board = parseBoard(value);
  if (!board || !isObject(value)) return null;
  const serverMillis = millis(value['server_time']);
  const topic = text(value['topic']);
  if (!topic || serverMillis === null) return null;
  return { board, branding: parseBranding(value['branding']), topic, serverMillis };
};

/**
 * A restored database numbers its boards' changes from the time of the restore in seconds, times this (`restoring.ts`).
 */
export const CHANGES_PER_SECOND = 1_000_000;

/** Whether the database was restored, or its computer's clock was changed, between two revisions of a board. */
export const isRestored = (before: number, after: number): boolean =>
  Math.floor(before / CHANGES_PER_SECOND) !== Math.floor(after / CHANGES_PER_SECOND);

/** The newer of two boards: late arrivals are ignored, and the object stays the same if nothing is new. */
export const newerBoard = (current: Board | null, arrived: Board): Board =>
  current && arrived.rev <= current.rev ? current : arrived;
