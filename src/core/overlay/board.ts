import type { Clock } from '../clock/count-up.ts';
import { parseShotClock, type ShotClock } from '../clock/shot.ts';
import { parseDetail, type Detail } from '../../games/boards.ts';
import { parseDressing, type Dressing } from './dressing.ts';

export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

/** What viewers see of a table. */
export interface Board {
  readonly p1: string;
  readonly p2: string;
  readonly s1: number;
  readonly s2: number;
  readonly raceTo: number;
  readonly clock: Clock;
  readonly theme: Theme;
  /** Grows with every change. */
  readonly rev: number;
  /** The match that it shows; null where the server is older than matches. */
  readonly match: string | null;
  /** The last entry of the match's log that is in it. */
  readonly seq: number;
  /** What the game shows beside the scores. */
  readonly detail: Detail | null;
  readonly shot: ShotClock | null;
}

/** An answer of `get_overlay`: the board, what stands around it, where changes are announced, and the server's time. */
export interface OverlayAnswer {
  readonly board: Board;
  readonly dressing: Dressing;
  readonly topic: string;
  readonly serverMillis: number;
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A missing or broken number is 0, as on a board. */
const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

const parseClock = (value: unknown): Clock => {
  const clock = isObject(value) ? value : {};
  const startedAtMillis = Date.parse(text(clock['started_at']));
  const running = clock['running'] === true && Number.isFinite(startedAtMillis);
  return {
    running,
    startedAtMillis: running ? startedAtMillis : null,
    accumSeconds: Math.max(0, number(clock['accum'])),
  };
};

/** A theme by its name; anything else is light. */
export const parseTheme = (value: unknown): Theme => THEMES.find((theme) => theme === value) ?? 'light';

/** A board as the server sends it (`private.overlay_state` in the migrations); null when it isn't one. */
export const parseBoard = (value: unknown): Board | null => {
  if (!isObject(value) || typeof value['rev'] !== 'number') return null;
  return {
    p1: text(value['p1']),
    p2: text(value['p2']),
    s1: number(value['s1']),
    s2: number(value['s2']),
    raceTo: number(value['race_to']),
    clock: parseClock(value['clock']),
    theme: parseTheme(value['theme']),
    rev: value['rev'],
    match: typeof value['match'] === 'string' ? value['match'] : null,
    seq: number(value['seq']),
    detail: parseDetail(value['detail']),
    shot: parseShotClock(value['shot']),
  };
};

/** An answer of `get_overlay`; null when there is no such overlay or the answer isn't one. */
export const parseOverlayAnswer = (value: unknown): OverlayAnswer | null => {
  const board = parseBoard(value);
  if (!board || !isObject(value)) return null;
  const serverMillis = Date.parse(text(value['server_time']));
  const topic = text(value['topic']);
  if (!topic || !Number.isFinite(serverMillis)) return null;
  return { board, dressing: parseDressing(value['dressing']), topic, serverMillis };
};

/** The newer of two boards: what arrives late is ignored, and the same object stays when nothing is new. */
export const newerBoard = (current: Board | null, arrived: Board): Board =>
  current && arrived.rev <= current.rev ? current : arrived;
