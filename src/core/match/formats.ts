import { NAME_LIMIT } from '../../config/limits.ts';
import { SHOT_DEFAULTS, type ShotSettings } from '../clock/shot.ts';
import { limitName } from '../overlay/name.ts';
import { parseScore, RACE_TO_RANGE } from '../overlay/score.ts';
import { GAMES, type GameName } from '../rules/games.ts';
import type { Named } from '../rules/players.ts';
import { BALL_SETS } from '../rules/ball-sets.ts';
import { BREAK_RULES } from '../rules/pool.ts';
import { isBody, isSide, isWhole, oneOf, type Body } from '../rules/read.ts';
import type { Side } from '../rules/rules.ts';
import { RED_COUNTS } from '../rules/snooker/match.ts';

/** What a match is begun with, as a person chooses it. */

/** Lengths that are one tap away; any other can be typed. */
export const RACES = [3, 5, 7, 9] as const;
export const BEST_OFS = [1, 3, 5, 7, 9] as const;

const POOL_CLOCKS = ['off', 'matchroom', 'wpa', 'blackball', 'international', 'wepf', 'own'] as const;
const SNOOKER_CLOCKS = ['off', 'shootOut', 'own'] as const;
export type ShotPreset = (typeof POOL_CLOCKS)[number] | (typeof SNOOKER_CLOCKS)[number];

/** The shot clocks that a game offers; plain has none. */
export const SHOT_PRESETS: Readonly<Record<GameName, readonly ShotPreset[]>> = {
  plain: [],
  'eight-ball': POOL_CLOCKS,
  snooker: SNOOKER_CLOCKS,
};

/** Numbers are kept as they are typed. */
export interface MatchDraft extends Named {
  readonly game: GameName;
  readonly raceTo: string;
  /** 8-ball that the clock ends. */
  readonly timed: boolean;
  readonly breaks: (typeof BREAK_RULES)[number];
  readonly balls: (typeof BALL_SETS)[number];
  readonly first: Side;
  readonly bestOf: string;
  readonly reds: (typeof RED_COUNTS)[number];
  readonly handicapA: string;
  readonly handicapB: string;
  readonly clock: ShotPreset;
  /** A clock of one's own. Without seconds after the break a shot there is as long as any other. */
  readonly seconds: string;
  readonly afterBreak: string;
  readonly warn: string;
  readonly extension: string;
  readonly extensions: string;
}

const DEFAULTS: MatchDraft = {
  game: 'eight-ball',
  p1: '',
  p2: '',
  raceTo: '5',
  timed: false,
  breaks: 'alternate',
  balls: 'solidsAndStripes',
  first: 'A',
  bestOf: '3',
  reds: 15,
  handicapA: '0',
  handicapB: '0',
  clock: 'off',
  seconds: '30',
  afterBreak: '',
  warn: '10',
  extension: '30',
  extensions: '1',
};

interface Range {
  readonly min: number;
  readonly max: number;
}

const WINS: Range = { min: 1, max: 99 };

const parseWhole = (text: string): number | null =>
  /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null;

const isGame = (value: unknown): value is GameName =>
  typeof value === 'string' && Object.hasOwn(GAMES, value);

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** The draft's clock that settings are of; one's own when they are no published ones. */
const clockOf = (game: GameName, settings: ShotSettings, extensions: number): Partial<MatchDraft> => {
  const own = { ...settings, extensions };
  const preset = SHOT_PRESETS[game].find((name) => {
    const known = name === 'off' || name === 'own' ? null : SHOT_DEFAULTS[name];
    return (
      known !== null &&
      (Object.keys(own) as (keyof typeof own)[]).every(
        (key) => known[key] === own[key] || (game === 'snooker' && key === 'extensions'),
      )
    );
  });
  if (preset) return { clock: preset };
  const { seconds, afterBreakSeconds, warnSeconds, extensionSeconds } = settings;
  return {
    clock: 'own',
    seconds: String(seconds),
    afterBreak: afterBreakSeconds === null ? '' : String(afterBreakSeconds),
    warn: String(warnSeconds),
    extension: String(extensionSeconds),
    extensions: String(extensions),
  };
};

/**
 * The draft of the next match at a table: what the last one was, as far as it can be read, with the names that are on
 * the board now.
 */
export const nextDraft = (
  last: { readonly game: string; readonly start: Body } | null,
  names: Named,
): MatchDraft => {
  const { p1, p2 } = names;
  if (!last || !isGame(last.game)) return { ...DEFAULTS, p1, p2 };
  const { game, start } = last;
  const { raceTo, breaks, balls, first, bestOf, reds, handicap, extensions } = start;
  const settings = shotSettings(start);
  return {
    ...DEFAULTS,
    game,
    p1,
    p2,
    ...(isNumber(raceTo) && { raceTo: String(raceTo) }),
    timed: game === 'eight-ball' && raceTo === null,
    ...(oneOf(BREAK_RULES, breaks) && { breaks }),
    ...(oneOf(BALL_SETS, balls) && { balls }),
    ...(isSide(first) && { first }),
    ...(isNumber(bestOf) && { bestOf: String(bestOf) }),
    ...(oneOf(RED_COUNTS, reds) && { reds }),
    ...(isBody(handicap) &&
      isNumber(handicap['A']) &&
      isNumber(handicap['B']) && { handicapA: String(handicap['A']), handicapB: String(handicap['B']) }),
    ...(settings && clockOf(game, settings, isNumber(extensions) ? extensions : 0)),
  };
};

/** What a game leaves of a draft when it is chosen: neither a clock that it doesn't offer nor a race that it can't be. */
export const withGame = (draft: MatchDraft, game: GameName): MatchDraft => ({
  ...draft,
  game,
  clock: SHOT_PRESETS[game].includes(draft.clock) ? draft.clock : 'off',
  raceTo: game === 'plain' || isWhole(parseWhole(draft.raceTo), WINS) ? draft.raceTo : DEFAULTS.raceTo,
});

/** The players change sides, with what belongs to them. */
export const swapped = (draft: MatchDraft): MatchDraft => ({
  ...draft,
  p1: draft.p2,
  p2: draft.p1,
  handicapA: draft.handicapB,
  handicapB: draft.handicapA,
});

type NumberName =
  | 'raceTo'
  | 'bestOf'
  | 'handicapA'
  | 'handicapB'
  | 'seconds'
  | 'afterBreak'
  | 'warn'
  | 'extension'
  | 'extensions';
export type DraftName = NumberName | 'p1' | 'p2';

/** What is wrong with a field: a key of the texts under `problems`, and the values in its sentence. */
export interface DraftProblem {
  readonly problem: 'range' | 'odd' | 'number' | 'nameTooLong';
  readonly values: Range;
}

const HANDICAP: Range = { min: 0, max: 147 };
const SECONDS: Range = { min: 5, max: 600 };
const EXTENSION: Range = { min: 0, max: 600 };
const EXTENSIONS: Range = { min: 0, max: 9 };

/** The numbers that a draft needs for its game, with their ranges. */
const asked = (draft: MatchDraft): readonly (readonly [NumberName, Range])[] => {
  const { game, timed, clock, seconds } = draft;
  const length: readonly (readonly [NumberName, Range])[] = {
    plain: [['raceTo', RACE_TO_RANGE] as const],
    'eight-ball': timed ? [] : [['raceTo', WINS] as const],
    snooker: [['bestOf', WINS] as const, ['handicapA', HANDICAP] as const, ['handicapB', HANDICAP] as const],
  }[game];
  if (clock !== 'own' || game === 'plain') return length;
  const shot = parseWhole(seconds);
  return [
    ...length,
    ['seconds', SECONDS],
    ...(draft.afterBreak.trim() && game === 'eight-ball' ? [['afterBreak', SECONDS] as const] : []),
    // It warns before the time is up.
    ['warn', { min: 0, max: Math.max(0, (shot ?? SECONDS.max) - 1) }],
    ...(game === 'eight-ball'
      ? ([
          ['extension', EXTENSION],
          ['extensions', EXTENSIONS],
        ] as const)
      : []),
  ];
};

const problemOf = (draft: MatchDraft, name: NumberName, range: Range): DraftProblem | null => {
  if (draft.game === 'plain') {
    const value = parseScore(draft[name]);
    return value >= range.min && value <= range.max ? null : { problem: 'number', values: range };
  }
  const value = parseWhole(draft[name]);
  const odd = name === 'bestOf';
  if (value !== null && isWhole(value, range) && (!odd || value % 2 === 1)) return null;
  return { problem: odd ? 'odd' : 'range', values: range };
};

/** What is wrong with a draft, by its fields. A name that is too long can be begun with: the rest is left out. */
export const draftProblems = (draft: MatchDraft): Readonly<Partial<Record<DraftName, DraftProblem>>> => {
  const found: Partial<Record<DraftName, DraftProblem>> = {};
  for (const [name, range] of asked(draft)) {
    const problem = problemOf(draft, name, range);
    if (problem) found[name] = problem;
  }
  for (const name of ['p1', 'p2'] as const) {
    if (limitName(draft[name]).cut) {
      found[name] = { problem: 'nameTooLong', values: { min: 0, max: NAME_LIMIT } };
    }
  }
  return found;
};

const shotOf = (draft: MatchDraft): { shot: ShotSettings; extensions: number } | null => {
  const { clock, game } = draft;
  if (clock === 'off' || !SHOT_PRESETS[game].includes(clock)) return null;
  if (clock !== 'own') {
    const { extensions, ...shot } = SHOT_DEFAULTS[clock];
    return { shot, extensions };
  }
  const pool = game === 'eight-ball';
  return {
    shot: {
      seconds: Number(draft.seconds),
      afterBreakSeconds: pool && draft.afterBreak.trim() ? Number(draft.afterBreak) : null,
      warnSeconds: Number(draft.warn),
      extensionSeconds: pool ? Number(draft.extension) : 0,
    },
    extensions: pool ? Number(draft.extensions) : 0,
  };
};

/** What a match of a draft is begun with; null while a number is wrong. */
export const startOf = (draft: MatchDraft): { game: GameName; start: Body } | null => {
  const { game, breaks, balls, first, reds } = draft;
  if (asked(draft).some(([name, range]) => problemOf(draft, name, range))) return null;
  const names = { p1: limitName(draft.p1).name, p2: limitName(draft.p2).name };
  const clock = shotOf(draft);
  const shot = clock ? { shot: clock.shot } : {};
  if (game === 'plain') return { game, start: { ...names, s1: 0, s2: 0, raceTo: parseScore(draft.raceTo) } };
  if (game === 'snooker') {
    const handicap = { A: Number(draft.handicapA), B: Number(draft.handicapB) };
    return { game, start: { ...names, bestOf: Number(draft.bestOf), reds, first, handicap, ...shot } };
  }
  const raceTo = draft.timed ? null : Number(draft.raceTo);
  return {
    game,
    start: { ...names, raceTo, breaks, first, balls, extensions: clock?.extensions ?? 0, ...shot },
  };
};

const isSeconds = (value: unknown): value is number => isWhole(value, { min: 0, max: SECONDS.max });

/** The shot clock that a match was begun with; null where it has none. */
export const shotSettings = ({ shot }: Body): ShotSettings | null => {
  if (!isBody(shot)) return null;
  const { seconds, afterBreakSeconds, warnSeconds, extensionSeconds } = shot;
  return isSeconds(seconds) &&
    seconds > 0 &&
    (afterBreakSeconds === null || isSeconds(afterBreakSeconds)) &&
    isSeconds(warnSeconds) &&
    isSeconds(extensionSeconds)
    ? { seconds, afterBreakSeconds, warnSeconds, extensionSeconds }
    : null;
};
