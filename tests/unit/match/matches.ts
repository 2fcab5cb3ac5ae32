import { fold, type Fold } from '../../../src/core/match/fold.ts';
import { lastCounting, lastUndone } from '../../../src/core/match/undo.ts';
import type { Scored } from '../../../src/features/match/scoring.ts';
import type { KnownAction } from '../../../src/rules/log.ts';
import { GAME_NAMES, type GameName } from '../../../src/games/boards.ts';
import { gameOf, type AnyGame } from '../../../src/games/games.ts';
import type { Body } from '../../../src/rules/read.ts';
import { formatWith, NAMES } from '../../common/formats.ts';

export { NAMES };
export const POOL = formatWith('eight-ball', 3);
export const SNOOKER = { ...NAMES, bestOf: 3, reds: 6, first: 'A', handicap: { A: 0, B: 0 } };
export const PLAIN = { ...NAMES, s1: 3, s2: 0, raceTo: 7 };
export const FORMATS: Readonly<Record<GameName, Body>> = {
  ...(Object.fromEntries(GAME_NAMES.map((game) => [game, formatWith(game)])) as Record<GameName, Body>),
  plain: PLAIN,
  'eight-ball': POOL,
  'nine-ball': formatWith('nine-ball', 3),
  snooker: SNOOKER,
};

export interface Played extends Fold<KnownAction> {
  readonly rules: AnyGame;
  readonly start: object;
  readonly actions: readonly KnownAction[];
}

/** A match of actions one minute apart, the first a minute after it began; ids are 1, 2, 3 … */
export const played = (
  game: GameName,
  actions: readonly (readonly [kind: string, body?: Body, own?: boolean])[],
  format: Body = FORMATS[game],
): Played => {
  const rules = gameOf(game);
  const read = rules?.readFormat(format);
  if (!rules || !read) throw new Error(`No rules of ${game}, or no format`);
  const start = rules.start(read);
  const done = actions.map(([kind, body = {}, own = true], index): KnownAction => ({
    id: String(index + 1),
    kind,
    body,
    own,
    seq: index + 1,
    by: null,
    atMillis: 60_000 * (index + 1),
  }));
  return { rules, start, actions: done, ...fold(rules, start, done) };
};

/** A match as its scorer sees it, everything on air. */
export const scoredOf = (...[game, actions, format = FORMATS[game]]: Parameters<typeof played>): Scored => {
  const { rules, start, actions: shown, state, lines, visit } = played(game, actions, format);
  return {
    match: {
      id: 'match',
      tableId: 'table',
      number: 1,
      previous: null,
      game,
      rules: rules.version,
      start: format,
      seq: shown.length,
      startedAtMillis: 0,
      endedAtMillis: null,
    },
    rules,
    start,
    actions: shown,
    state,
    onAir: state,
    lines,
    undoable: lastCounting({ state, lines, visit }),
    redoable: lastUndone({ state, lines, visit }, shown),
    pending: 0,
    held: false,
    kept: true,
    late: false,
    sync: 'upToDate',
    limitedMillis: null,
    question: null,
    clock: { running: true, startedAtMillis: 0, accumSeconds: 0 },
    shot: null,
    visitAtMillis: visit && (visit.begunBy?.atMillis ?? 0),
    screens: { count: 0, behind: null },
  };
};
