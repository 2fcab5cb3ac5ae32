import { dequal } from 'dequal/lite';
import type { AnyRules } from '../rules/games.ts';
import { isRefusal, type Refusal } from '../rules/rules.ts';
import { applyAction, type Line } from './fold.ts';
import type { Action } from './log.ts';
import { phrase, type Phrase } from './phrase.ts';
import { fieldPhrase, snookerDetail, tell, tellOutcome, tellShort, type Move, type View } from './tell.ts';

/** An action as a device knows it. */
export interface Done extends Action {
  /** When it was done, in server time. */
  readonly atMillis: number;
  /** Whether this device made it. */
  readonly own: boolean;
}

/** One line of a history. */
export interface Told<Stored extends Done> {
  readonly action: Stored;
  /** Null for what is no score action: a clock. */
  readonly line: Line<Stored> | null;
  readonly phrase: Phrase;
  /** What a button calls it. */
  readonly short: Phrase;
  /** The frame or the match that it ended. */
  readonly outcome: readonly Phrase[];
  /** Why it doesn't count, who took it back, what stood in its place before. */
  readonly notes: readonly Phrase[];
  /** The points of the frame, or the score, after it; null when it doesn't count. */
  readonly score: readonly [number, number] | null;
  /** The state that it was done in. */
  readonly before: object;
}

/** A rack or a frame. A correction by hand may bring the same number a second time. */
export interface Group<Stored extends Done> {
  /** Null where a game has neither. */
  readonly heading: Phrase | null;
  readonly score: readonly [number, number] | null;
  readonly told: readonly Told<Stored>[];
}

/** A refusal in words. Actions that stand against something are named as `named` calls them. */
export const refusalPhrase = (
  { refused, values = {} }: Refusal,
  board: View,
  named: (id: string) => Phrase | null = () => null,
): Phrase => {
  const said = (name: string, value: string | number): number | Phrase => {
    if (name === 'field') return fieldPhrase(board, String(value));
    if (typeof value === 'number') return value;
    return (name === 'action' ? named(value) : null) ?? phrase('told.earlierAction');
  };
  const places = Object.entries(values).map(([name, value]) => [name, said(name, value)] as const);
  return phrase(`refused.${refused}`, Object.fromEntries(places));
};

/** The words of an action that its game doesn't have. */
const UNKNOWN = phrase('told.unknownMove');

/** A shot clock is started with every shot: its actions would bury the rest. */
const CLOCK_KINDS: readonly string[] = ['clock.start', 'clock.stop', 'clock.reset', 'clock.set'];

const moveOf = (rules: AnyRules, { kind, body }: Pick<Action, 'kind' | 'body'>): Move | null =>
  rules.read(kind, body) as Move | null;

const boardOf = (rules: AnyRules, state: object): View => rules.board(state) as View;

/**
 * What a button that takes a line back, or brings it back, says of it: "Black 7", "Rack 11 to Youssef". `state` is the
 * match as it stands.
 */
export const describe = (
  rules: AnyRules,
  state: object,
  { effective, fate, turn }: Pick<Line<Action>, 'effective' | 'fate' | 'turn'>,
): Phrase => {
  const move = moveOf(rules, effective);
  if (!move) return UNKNOWN;
  const board = boardOf(rules, state);
  return tellShort(move, board, turn, board.s1 + board.s2 + (fate.status === 'counts' ? 0 : 1));
};

/** The same of an action that no line has. */
export const describeAction = (
  rules: AnyRules,
  state: object,
  action: Pick<Action, 'kind' | 'body'>,
): Phrase =>
  describe(rules, state, {
    effective: action,
    fate: { status: 'undone', by: '' },
    turn: rules.turn(state),
  });

interface Walk<Stored extends Done> {
  readonly rules: AnyRules;
  readonly actions: ReadonlyMap<string, Stored>;
  /** What buttons call the lines so far, by their ids. */
  readonly shorts: Map<string, Phrase>;
}

/** A match on the way through its history. */
interface Place {
  readonly state: object;
  readonly board: View;
}

const by = (key: string, own: boolean): string => `${key}${own ? 'Here' : 'Elsewhere'}`;

const notesOf = <Stored extends Done>(
  { rules, actions, shorts }: Walk<Stored>,
  { action, fate, replacedBy, turn }: Line<Stored>,
  before: View,
): readonly Phrase[] => {
  const notes: Phrase[] = [];
  if (fate.status === 'undone') {
    notes.push(phrase(by('told.undone', actions.get(fate.by)?.own ?? false)));
  } else if (fate.status === 'refused') {
    const reason = refusalPhrase(fate.refusal, before, (id) => shorts.get(id) ?? null);
    notes.push(phrase('told.notCounted', { reason }));
  }
  if (replacedBy !== null) {
    const was = moveOf(rules, action);
    const told = was ? tell(was, { before, after: null, turn }) : UNKNOWN;
    notes.push(phrase(by('told.replaced', actions.get(replacedBy)?.own ?? false), { was: told }));
  }
  return notes;
};

const shownScore = (board: View): readonly [number, number] =>
  snookerDetail(board)?.points ?? [board.s1, board.s2];

/** The rack or the frame that an action belongs to, by the board before it and after it. */
const headingOf = (before: View, after: View | null): Phrase | null => {
  if (!('detail' in before)) return null;
  const snooker = snookerDetail(before);
  const isNext = snooker !== null && after !== null && snooker.frameWinner !== null;
  if (snooker) {
    return phrase('told.frame', { frame: (isNext ? snookerDetail(after)?.frame : null) ?? snooker.frame });
  }
  const over = 'over' in before.detail && before.detail.over;
  return phrase('told.rackNumber', { rack: before.s1 + before.s2 + (over ? 0 : 1) });
};

/** A line told, with where it belongs and how the match stands after it. */
interface Step<Stored extends Done> {
  readonly told: Told<Stored>;
  readonly heading: Phrase | null;
  readonly place: Place;
}

const tellLine = <Stored extends Done>(
  walk: Walk<Stored>,
  { state, board }: Place,
  line: Line<Stored>,
): Step<Stored> => {
  const { rules } = walk;
  const { action, effective, fate, turn } = line;
  const result = fate.status === 'counts' ? applyAction(rules, state, effective) : null;
  const next = result === null || isRefusal(result) ? null : result;
  const after = next && boardOf(rules, next);
  const move = moveOf(rules, effective);
  const short = move ? tellShort(move, board, turn, board.s1 + board.s2 + 1) : UNKNOWN;
  return {
    told: {
      action,
      line,
      phrase: move ? tell(move, { before: board, after, turn }) : UNKNOWN,
      short,
      outcome: tellOutcome({ before: board, after }),
      notes: notesOf(walk, line, board),
      score: after && shownScore(after),
      before: state,
    },
    heading: headingOf(board, after),
    place: next && after ? { state: next, board: after } : { state, board },
  };
};

/**
 * Lines that were told, by the state that they were told in: a tap adds one line to hundreds, and those stay the same
 * objects. What else a line is told by, who made its amendments, never changes.
 */
const remembered = new WeakMap<Line, { readonly before: object; readonly step: Step<never> }>();

const stepOf = <Stored extends Done>(walk: Walk<Stored>, place: Place, line: Line<Stored>): Step<Stored> => {
  const known = remembered.get(line as object as Line);
  const step = known?.before === place.state ? (known.step as Step<Stored>) : tellLine(walk, place, line);
  remembered.set(line as object as Line, { before: place.state, step: step as Step<never> });
  walk.shorts.set(line.action.id, step.told.short);
  return step;
};

const tellClock = <Stored extends Done>(action: Stored, { state }: Place): Told<Stored> => ({
  action,
  line: null,
  phrase: phrase(`told.${action.kind}`),
  short: phrase(`told.${action.kind}`),
  outcome: [],
  notes: [],
  score: null,
  before: state,
});

/**
 * A match in words, from its first action to its last, by racks or frames. `lines` is the fold of `actions`, which began
 * with `start`.
 */
export const historyOf = <Stored extends Done>(
  rules: AnyRules,
  start: object,
  actions: readonly Stored[],
  lines: readonly Line<Stored>[],
): readonly Group<Stored>[] => {
  const byId = new Map(lines.map((line) => [line.action.id, line]));
  const walk: Walk<Stored> = {
    rules,
    actions: new Map(actions.map((action) => [action.id, action])),
    shorts: new Map(),
  };
  const groups: { heading: Phrase | null; score: Group<Stored>['score']; told: Told<Stored>[] }[] = [];
  let place: Place = { state: start, board: boardOf(rules, start) };
  const add = (heading: Phrase | null, told: Told<Stored>): void => {
    const last = groups.at(-1);
    const same = last && dequal(last.heading, heading);
    const group = same ? last : { heading, score: null, told: [] };
    if (!same) groups.push(group);
    group.told.push(told);
    group.score = told.score ?? group.score;
  };
  for (const action of actions) {
    const line = byId.get(action.id);
    if (line) {
      const { told, heading, place: next } = stepOf(walk, place, line);
      add(heading, told);
      place = next;
    } else if (CLOCK_KINDS.includes(action.kind)) {
      add(groups.at(-1)?.heading ?? headingOf(place.board, null), tellClock(action, place));
    }
  }
  return groups;
};

/** A move of its place that could have been meant instead of a line. */
export interface Alternative extends Pick<Action, 'kind' | 'body'> {
  readonly phrase: Phrase;
}

/** More reds in one stroke are a story, not a slip of the thumb. */
const MOST_REDS = 4;

const toAction = ({ kind, ...body }: Move): Pick<Action, 'kind' | 'body'> => ({ kind, body });

const instead = (
  { kind, body }: Pick<Action, 'kind' | 'body'>,
  offered: readonly Move[],
): readonly Pick<Action, 'kind' | 'body'>[] => {
  const others = offered.filter((move) => move.kind === kind);
  const fouls = offered.filter((move) => move.kind === 'foul');
  switch (kind) {
    case 'pot':
      return others
        .filter((move) => move.kind === 'pot' && move.balls.length <= MOST_REDS)
        .map((move) => toAction(move));
    case 'foul':
      if (!('points' in body)) return others.map((move) => toAction(move));
      return [
        // What else was said of the foul stays said.
        ...others.map((move) => ({ kind, body: { ...body, ...toAction(move).body } })),
        ...['freeBall', 'miss'].map((flag) => ({ kind, body: { ...body, [flag]: body[flag] !== true } })),
        ...offered.filter((move) => move.kind === 'endVisit').map((move) => toAction(move)),
      ];
    case 'endVisit':
      return fouls.map((move) => toAction(move));
    case 'rack':
      // The other side may have won it: how is said afterwards.
      return others
        .filter((move) => move.kind === 'rack' && (move.side === body['side'] || move.how === 'plain'))
        .map((move) => toAction(move));
    case 'extend':
    case 'concede':
    case 'award':
    case 'respotFirst':
      return others.map((move) => toAction(move));
    default:
      return [];
  }
};

/** Only what is different: who did it is known. */
const tellInstead = (move: Move, { effective, turn }: Line<Action>, board: View): Phrase =>
  move.kind === 'rack' && move.side === effective.body['side']
    ? phrase(`endings.${move.how ?? 'plain'}`)
    : tellShort(move, board, turn, board.s1 + board.s2 + 1);

/** What could have been meant instead of a line: what its place takes, whatever came after it. */
export const alternatives = <Stored extends Done>(
  rules: AnyRules,
  { line, before }: Told<Stored>,
): readonly Alternative[] => {
  if (!line) return [];
  const board = boardOf(rules, before);
  const said = (move: Move): Phrase => tell(move, { before: board, after: null, turn: line.turn });
  const own = moveOf(rules, line.effective);
  const known = new Set(own ? [JSON.stringify(said(own))] : []);
  return instead(line.effective, rules.moves(before) as readonly Move[]).flatMap((action) => {
    const move = moveOf(rules, action);
    if (!move || isRefusal(applyAction(rules, before, action))) return [];
    const told = said(move);
    const key = JSON.stringify(told);
    if (known.has(key)) return [];
    known.add(key);
    return [{ ...action, phrase: tellInstead(move, line, board) }];
  });
};
