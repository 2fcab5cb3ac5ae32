import { NAME_LIMIT } from '../../config/limits.ts';
import { FIRST_GAME, GAME_NAMES, isGame, type GameName } from '../../games/boards.ts';
import { GAMES } from '../../games/games.ts';
import { namesOf } from '../room/party.ts';
import type { MatchOrder } from '../tournament/order.ts';
import type { TableKind } from '../../rules/table-kind.ts';
import { SHOT_DEFAULTS, type ShotSettings } from '../../rules/shot.ts';
import { givenName, limitName, storedName } from '../../rules/name.ts';
import { isNotNumber, numberOrZero, parseNumber } from '../../rules/number.ts';
import { inRange } from '../../rules/score.ts';
import type { MatchNames, Named } from '../../rules/players.ts';
import { otherSide, type Side } from '../../rules/rules.ts';
import { isObject, isSide, isWhole, oneOf, type Body } from '../../rules/read.ts';
import { handicapRange } from '../../rules/handicap.ts';
import {
  BALL_SETS,
  BREAK_RULES,
  MINUTES_RANGE,
  RED_COUNTS,
  type Draft,
  type GameFormat,
  type Range,
} from '../../rules/format.ts';

/** The choices for a new match of any game. */
export type MatchDraft = Draft<GameName>;

/** The options for a match of this game. */
export const formatOf = (game: GameName): GameFormat => GAMES[game].format;

/** Whether a draft is for a timed match, which only some games offer. */
export const isTimed = ({ game, timed }: Pick<MatchDraft, 'game' | 'timed'>): boolean =>
  timed && formatOf(game).length.minutes !== null;

const LEVEL = { handicapA: '0', handicapB: '0' } as const;

const DEFAULTS: MatchDraft = {
  ...LEVEL,
  game: GAME_NAMES[0] ?? FIRST_GAME,
  p1: '',
  p2: '',
  event: '',
  raceTo: '5',
  timed: false,
  minutes: '30',
  breaks: 'alternate',
  balls: 'solidsAndStripes',
  first: 'A',
  bestOf: '3',
  reds: 15,
  clock: 'off',
  seconds: '30',
  afterBreak: '',
  warn: '10',
  extension: '30',
  extensions: '1',
};

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** The draft fields for stored clock settings: the preset they match, or else a custom clock. */
const clockOf = (game: GameName, settings: ShotSettings, extensions: number): Partial<MatchDraft> => {
  const { clocks, extensions: extended } = formatOf(game);
  const own = { ...settings, extensions };
  const preset = clocks.find((name) => {
    const known = name === 'off' || name === 'own' ? null : SHOT_DEFAULTS[name];
    return (
      known !== null &&
      (Object.keys(own) as (keyof typeof own)[]).every(
        (key) => known[key] === own[key] || (!extended && key === 'extensions'),
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
 * The draft for a table's next match: the last match's settings, as far as they can be read, with the names now on the
 * board.
 */
export const nextDraft = (
  last: { readonly game: string; readonly start: Body } | null,
  names: MatchNames,
): MatchDraft => {
  const p1 = givenName(names.p1);
  const p2 = givenName(names.p2);
  const { event = '' } = names;
  if (!last || !isGame(last.game)) return { ...DEFAULTS, p1, p2, event };
  const { game, start } = last;
  const { raceTo, minutes, breaks, balls, first, bestOf, reds, handicap, extensions } = start;
  const settings = shotSettings(start);
  return {
    ...DEFAULTS,
    game,
    p1,
    p2,
    event,
    ...(isNumber(raceTo) && { raceTo: String(raceTo) }),
    timed: isTimed({ game, timed: raceTo === null }),
    ...(isNumber(minutes) && { minutes: String(minutes) }),
    ...(oneOf(BREAK_RULES, breaks) && { breaks }),
    ...(oneOf(BALL_SETS, balls) && { balls }),
    ...(isSide(first) && { first }),
    ...(isNumber(bestOf) && { bestOf: String(bestOf) }),
    ...(oneOf(RED_COUNTS, reds) && { reds }),
    ...(isObject(handicap) &&
      isNumber(handicap['A']) &&
      isNumber(handicap['B']) && { handicapA: String(handicap['A']), handicapB: String(handicap['B']) }),
    ...(settings && clockOf(game, settings, isNumber(extensions) ? extensions : 0)),
  };
};

/** The draft after choosing a game: what the game doesn't offer, or counts otherwise, is reset. */
export const withGame = (draft: MatchDraft, game: GameName): MatchDraft => {
  const { clocks, length } = formatOf(game);
  const { field, choices, range, usual } = length;
  const fits = choices === null || isWhole(parseNumber(draft[field]), range);
  return {
    ...draft,
    game,
    clock: clocks.includes(draft.clock) ? draft.clock : 'off',
    ...(!fits && { [field]: String(usual) }),
    ...(formatOf(draft.game).length.field !== field && LEVEL),
  };
};

/** The draft with the players' sides swapped, along with everything that belongs to each. */
export const swapped = (draft: MatchDraft): MatchDraft => ({
  ...draft,
  p1: draft.p2,
  p2: draft.p1,
  handicapA: draft.handicapB,
  handicapB: draft.handicapA,
});

/** The draft with the other player breaking first. */
export const breakSwapped = (draft: MatchDraft): MatchDraft => ({ ...draft, first: otherSide(draft.first) });

/** The draft for the winner's next match. The opponent's name and handicap aren't known yet. */
export const winnerStays = (draft: MatchDraft, winner: Side): MatchDraft => ({
  ...draft,
  ...(winner === 'A' ? { p2: '' } : { p1: '' }),
  ...LEVEL,
});

/** Whether both have the same two players, on whichever sides. */
export const isSamePair = (one: Named, other: Named): boolean =>
  (one.p1 === other.p1 && one.p2 === other.p2) || (one.p1 === other.p2 && one.p2 === other.p1);

/**
 * The draft without the length and handicap that the players of `last` had agreed on, because other players might miss
 * them. Anything that differs from `last` was chosen since, and stays.
 */
export const withoutAgreed = (draft: MatchDraft, last: MatchDraft): MatchDraft => {
  const { field, usual } = formatOf(draft.game).length;
  const agreed: MatchDraft = { ...DEFAULTS, [field]: String(usual) };
  const { raceTo, timed, minutes, bestOf, handicapA, handicapB } = agreed;
  const isLast = (...names: readonly (keyof MatchDraft)[]): boolean =>
    [last, swapped(last)].some((one) => names.every((name) => draft[name] === one[name]));
  return {
    ...draft,
    ...(isLast('raceTo', 'timed', 'minutes') && { raceTo, timed, minutes }),
    ...(isLast('bestOf') && { bestOf }),
    ...(isLast('handicapA', 'handicapB') && { handicapA, handicapB }),
  };
};

/** The draft for players other than those of `last`, with empty names and of no event. */
export const othersDraft = (last: MatchDraft): MatchDraft =>
  withoutAgreed({ ...last, p1: '', p2: '', event: '' }, last);

/**
 * The draft with a game that suits the table's kind. `isChosen` is whether a person chose the last game; a table's
 * first match is created without a choice.
 */
export const kindDraft = (last: MatchDraft, kind: TableKind, isChosen: boolean): MatchDraft => {
  const fits = (game: GameName): boolean => formatOf(game).table === kind;
  return isChosen && fits(last.game) ? last : withGame(last, GAME_NAMES.find(fits) ?? last.game);
};

/** The party at a table. If it has one name, the last winner plays against it. */
interface Party {
  readonly name: string;
  readonly name2: string | null;
  /** The kind of its table, if known. */
  readonly kind: TableKind | null;
}

/**
 * The draft for a party's first match at a table. `last` and `winner` are those of the match before; `isChosen` is as
 * in `kindDraft`.
 */
export const partyDraft = (
  last: MatchDraft,
  winner: Side | null,
  { name, name2, kind }: Party,
  isChosen: boolean,
): MatchDraft => {
  const draft = kind === null ? last : kindDraft(last, kind, isChosen);
  if (namesOf({ name, name2 }).length === 0) return othersDraft(draft);
  const names =
    name2 === null && winner !== null && draft.p1 !== name && draft.p2 !== name
      ? winner === 'A'
        ? { p1: draft.p1, p2: name }
        : { p1: name, p2: draft.p2 }
      : { p1: name, p2: name2 ?? '' };
  return withoutAgreed({ ...draft, ...names, event: '' }, draft);
};

/** A length as its game says it, of the racks or frames that win: in snooker, of how many it is the best. */
export const saidLength = (game: GameName, raceTo: number): number =>
  formatOf(game).length.field === 'bestOf' ? 2 * raceTo - 1 : raceTo;

/** The racks or frames that win, of a length as its game says it. */
export const raceToOf = (game: GameName, said: number): number =>
  formatOf(game).length.field === 'bestOf' ? Math.ceil(said / 2) : said;

/** The draft as a tournament orders it, unless a newer version gave it a game that this one doesn't know. */
export const orderedDraft = (
  draft: MatchDraft,
  { game, raceTo, handicap: [a, b], event }: MatchOrder,
): MatchDraft =>
  isGame(game)
    ? {
        ...withGame(draft, game),
        timed: false,
        [formatOf(game).length.field]: String(saidLength(game, raceTo)),
        handicapA: String(a),
        handicapB: String(b),
        event,
      }
    : draft;

type NumberName =
  | 'raceTo'
  | 'minutes'
  | 'bestOf'
  | 'handicapA'
  | 'handicapB'
  | 'seconds'
  | 'afterBreak'
  | 'warn'
  | 'extension'
  | 'extensions';
export type DraftName = NumberName | 'p1' | 'p2' | 'event';

/** A field's problem: a text key under `problems`, and the values for that text. */
export type DraftProblem =
  | { readonly problem: 'time' }
  | { readonly problem: 'range' | 'odd' | 'number' | 'nameTooLong'; readonly values: Range };

/** A head start in each frame. */
const POINTS: Range = { min: 0, max: 147 };
const SECONDS: Range = { min: 5, max: 600 };
const EXTENSION: Range = { min: 0, max: 600 };
const EXTENSIONS: Range = { min: 0, max: 9 };

/** A number that a draft needs: its range, and the problem to report if it is outside. */
type Asked = readonly [name: NumberName, range: Range, problem?: 'odd' | 'number' | undefined];

/** The numbers that a draft needs for its game. */
const asked = (draft: MatchDraft): readonly Asked[] => {
  const { game, clock, seconds } = draft;
  const { length, options, clocks, extensions } = formatOf(game);
  const of: Asked = [
    length.field,
    length.range,
    length.choices === null ? 'number' : length.field === 'bestOf' ? 'odd' : undefined,
  ];
  const shot = parseNumber(seconds);
  const race = isTimed(draft) ? null : parseNumber(draft.raceTo);
  const ahead = length.field === 'raceTo' ? handicapRange(isWhole(race, length.range) ? race : null) : POINTS;
  return [
    isTimed(draft) ? ['minutes', MINUTES_RANGE] : of,
    ...(options.includes('handicap')
      ? (['handicapA', 'handicapB'] as const).map((name) => [name, ahead] as const)
      : []),
    ...(clock === 'own' && clocks.includes(clock)
      ? [
          ['seconds', SECONDS] as const,
          ...(draft.afterBreak.trim() && extensions ? [['afterBreak', SECONDS] as const] : []),
          // The warning must come before the time is up.
          ['warn', { min: 0, max: Math.max(0, (shot ?? SECONDS.max) - 1) }] as const,
          ...(extensions ? [['extension', EXTENSION] as const, ['extensions', EXTENSIONS] as const] : []),
        ]
      : []),
  ];
};

const problemOf = (draft: MatchDraft, [name, range, problem]: Asked): DraftProblem | null => {
  if (problem === 'number') {
    const isFine = !isNotNumber(draft[name]) && inRange(numberOrZero(draft[name]), range);
    return isFine ? null : { problem, values: range };
  }
  const value = parseNumber(draft[name]);
  if (value !== null && isWhole(value, range) && (problem !== 'odd' || value % 2 === 1)) return null;
  return { problem: problem ?? 'range', values: range };
};

/** The problems of a draft, by field. An overlong name isn't one: it is truncated. */
export const draftProblems = (draft: MatchDraft): Readonly<Partial<Record<DraftName, DraftProblem>>> => {
  const found: Partial<Record<DraftName, DraftProblem>> = {};
  for (const one of asked(draft)) {
    const problem = problemOf(draft, one);
    if (problem) found[one[0]] = problem;
  }
  for (const name of ['p1', 'p2', 'event'] as const) {
    if (limitName(draft[name]).cut) {
      found[name] = { problem: 'nameTooLong', values: { min: 0, max: NAME_LIMIT } };
    }
  }
  return found;
};

const shotOf = (draft: MatchDraft): { shot: ShotSettings; extensions: number } | null => {
  const { clock, game } = draft;
  const { clocks, extensions: extended } = formatOf(game);
  if (clock === 'off' || !clocks.includes(clock)) return null;
  if (clock !== 'own') {
    const { extensions, ...shot } = SHOT_DEFAULTS[clock];
    return { shot, extensions };
  }
  return {
    shot: {
      seconds: numberOrZero(draft.seconds),
      afterBreakSeconds: extended && draft.afterBreak.trim() ? numberOrZero(draft.afterBreak) : null,
      warnSeconds: numberOrZero(draft.warn),
      extensionSeconds: extended ? numberOrZero(draft.extension) : 0,
    },
    extensions: extended ? numberOrZero(draft.extensions) : 0,
  };
};

/** The start data of a drafted match; null while a number is invalid. */
export const startOf = (draft: MatchDraft): { game: GameName; start: Body } | null => {
  if (asked(draft).some((one) => problemOf(draft, one))) return null;
  const { game } = draft;
  const clock = shotOf(draft);
  return {
    game,
    start: {
      p1: storedName('p1', draft.p1),
      p2: storedName('p2', draft.p2),
      ...(draft.event.trim() !== '' && { event: limitName(draft.event.trim()).name }),
      ...formatOf(game).start(draft, clock?.extensions ?? 0),
      ...(clock ? { shot: clock.shot } : {}),
    },
  };
};

const isSeconds = (value: unknown): value is number => isWhole(value, { min: 0, max: SECONDS.max });

/** The shot clock settings of a match; null if it has none. */
export const shotSettings = ({ shot }: Body): ShotSettings | null => {
  if (!isObject(shot)) return null;
  const { seconds, afterBreakSeconds, warnSeconds, extensionSeconds } = shot;
  return isSeconds(seconds) &&
    seconds > 0 &&
    (afterBreakSeconds === null || isSeconds(afterBreakSeconds)) &&
    isSeconds(warnSeconds) &&
    isSeconds(extensionSeconds)
    ? { seconds, afterBreakSeconds, warnSeconds, extensionSeconds }
    : null;
};
