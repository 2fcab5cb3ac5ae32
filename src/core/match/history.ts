import type { MatchText } from '../../i18n/texts.ts';
import { dequal } from 'dequal/lite';
import { shownOf } from '../../games/boards.ts';
import type { AnyGame } from '../../games/games.ts';
import type { Named } from '../../rules/players.ts';
import { isRefusal, type Refusal } from '../../rules/rules.ts';
import { applyAction, type Line } from './fold.ts';
import { isAmendment, targetOf, type Action, type KnownAction } from '../../rules/log.ts';
import { phrase } from '../../rules/phrase.ts';
import type { Phrase } from '../../i18n/phrases.ts';
import { describeMove, fieldPhrase, nameMove, outcomeOf, type Board, type Move } from './describe.ts';

/** One line of a history. */
export interface HistoryEntry {
  readonly action: KnownAction;
  /** Null for clock actions, which don't score. */
  readonly line: Line<KnownAction> | null;
  readonly phrase: Phrase;
  /** Its short name on buttons. */
  readonly short: Phrase;
  /** The frame or match that it ended. */
  readonly outcome: readonly Phrase[];
  /** Why it doesn't count, who undid it, and what it replaced. */
  readonly notes: readonly Phrase[];
  /** The frame's points, or the score, after it; null if it doesn't count. */
  readonly score: readonly [number, number] | null;
  /** The state before it. */
  readonly before: object;
}

/** A rack or a frame. After a correction by hand, the same number may come twice. */
export interface Group {
  /** Null if the game has neither racks nor frames. */
  readonly heading: Phrase | null;
  readonly score: readonly [number, number] | null;
  readonly entries: readonly HistoryEntry[];
}

/** A refusal in words. `names` are the players' names; `named` names the actions it mentions. */
export const refusalPhrase = (
  game: AnyGame,
  names: Named,
  { refused, values = {} }: Refusal,
  named: (id: string) => Phrase | null = () => null,
): Phrase => {
  const said = (name: string, value: string | number): number | Phrase => {
    if (name === 'field') return fieldPhrase(game, names, String(value));
    if (typeof value === 'number') return value;
    return (name === 'action' ? named(value) : null) ?? phrase('log.earlierAction');
  };
  const places = Object.entries(values).map(([name, value]) => [name, said(name, value)] as const);
  return phrase(`refused.${refused}` as MatchText, Object.fromEntries(places));
};

/** For an action that the game doesn't know. */
const UNKNOWN = phrase('log.unknownMove');

/** Shot clock actions aren't listed: there is one for every shot, so they would bury the rest. */
const CLOCK_KINDS: readonly string[] = ['clock.start', 'clock.stop', 'clock.reset', 'clock.set'];

const moveOf = (game: AnyGame, { kind, body }: Pick<Action, 'kind' | 'body'>): Move | null =>
  game.read(kind, body);

const boardOf = (game: AnyGame, state: object): Board => game.board(state);

/**
 * A line's name on the Undo or Redo button: "Black 7", "Rack 11 to Youssef". `state` is the current state of the match.
 */
export const describe = (
  game: AnyGame,
  state: object,
  { effective, fate, turn }: Pick<Line<Action>, 'effective' | 'fate' | 'turn'>,
): Phrase => {
  const move = moveOf(game, effective);
  if (!move) return UNKNOWN;
  const board = boardOf(game, state);
  const rack = game.unitsCompleted(state) + (fate.status === 'counts' ? 0 : 1);
  return nameMove(game, move, { board, turn, rack });
};

interface Walk {
  readonly game: AnyGame;
  readonly actions: ReadonlyMap<string, KnownAction>;
  /** The short names of the lines so far, by action id. */
  readonly shorts: Map<string, Phrase>;
}

/** A point in the history while it is being described. */
interface Position {
  readonly state: object;
  readonly board: Board;
}

const by = (key: 'undone' | 'replaced', own: boolean): MatchText =>
  own ? `log.${key}Here` : `log.${key}Elsewhere`;

const notesOf = (
  { game, actions, shorts }: Walk,
  { action, fate, replacedBy, turn }: Line<KnownAction>,
  before: Board,
): readonly Phrase[] => {
  const notes: Phrase[] = [];
  if (fate.status === 'undone') {
    notes.push(phrase(by('undone', actions.get(fate.by)?.own ?? false)));
  } else if (fate.status === 'refused') {
    const reason = refusalPhrase(game, before, fate.refusal, (id) => shorts.get(id) ?? null);
    notes.push(phrase('log.notCounted', { reason }));
  }
  if (replacedBy !== null) {
    const was = moveOf(game, action);
    const replaced = was ? describeMove(game, was, { before, after: null, turn }) : UNKNOWN;
    notes.push(phrase(by('replaced', actions.get(replacedBy)?.own ?? false), { was: replaced }));
  }
  return notes;
};

/** The heading of the rack or frame that an action belongs to, from the boards before and after it. */
const headingOf = (game: AnyGame, { state, board }: Position, after: Board | null): Phrase | null => {
  const { unit, rack, frame, winner } = shownOf(board);
  if (unit === 'rack') return phrase('log.rackNumber', { rack: rack ?? game.unitsCompleted(state) });
  const next = after && winner !== null ? shownOf(after).frame : null;
  const number = next ?? frame;
  return number === null ? null : phrase('log.frame', { frame: number });
};

/** A described line, with its group and the state after it. */
interface Step {
  readonly entry: HistoryEntry;
  readonly heading: Phrase | null;
  readonly place: Position;
}

const tellLine = (walk: Walk, { state, board }: Position, line: Line<KnownAction>): Step => {
  const { game } = walk;
  const { action, effective, fate, turn } = line;
  const result = fate.status === 'counts' ? applyAction(game, state, effective) : null;
  const next = result === null || isRefusal(result) ? null : result;
  const after = next && boardOf(game, next);
  const move = moveOf(game, effective);
  const short = move ? nameMove(game, move, { board, turn, rack: game.unitsCompleted(state) + 1 }) : UNKNOWN;
  return {
    entry: {
      action,
      line,
      phrase: move ? describeMove(game, move, { before: board, after, turn }) : UNKNOWN,
      short,
      outcome: outcomeOf(game, board, after),
      notes: notesOf(walk, line, board),
      score: after && shownOf(after).scores,
      before: state,
    },
    heading: headingOf(game, { state, board }, after),
    place: next && after ? { state: next, board: after } : { state, board },
  };
};

/**
 * Lines already described, cached by the state before them, so that a tap describes only its own line and the others
 * keep their identity. The other input, the devices that made a line's amendments, never changes.
 */
const remembered = new WeakMap<Line<KnownAction>, { readonly before: object; readonly step: Step }>();

const stepOf = (walk: Walk, place: Position, line: Line<KnownAction>): Step => {
  const known = remembered.get(line);
  const step = known?.before === place.state ? known.step : tellLine(walk, place, line);
  remembered.set(line, { before: place.state, step });
  walk.shorts.set(line.action.id, step.entry.short);
  return step;
};

const tellClock = (action: KnownAction, { state }: Position): HistoryEntry => ({
  action,
  line: null,
  phrase: phrase(`log.${action.kind}` as MatchText),
  short: phrase(`log.${action.kind}` as MatchText),
  outcome: [],
  notes: [],
  score: null,
  before: state,
});

/**
 * A match's history in words, oldest first, grouped by rack or frame. `lines` is the fold of `actions` from
 * `start`.
 */
export const historyOf = (
  game: AnyGame,
  start: object,
  actions: readonly KnownAction[],
  lines: readonly Line<KnownAction>[],
): readonly Group[] => {
  const byId = new Map(lines.map((line) => [line.action.id, line]));
  const walk: Walk = {
    game,
    actions: new Map(actions.map((action) => [action.id, action])),
    shorts: new Map(),
  };
  const groups: { heading: Phrase | null; score: Group['score']; entries: HistoryEntry[] }[] = [];
  let place: Position = { state: start, board: boardOf(game, start) };
  const add = (heading: Phrase | null, entry: HistoryEntry): void => {
    const last = groups.at(-1);
    const same = last && dequal(last.heading, heading);
    const group = same ? last : { heading, score: null, entries: [] };
    if (!same) groups.push(group);
    group.entries.push(entry);
    group.score = entry.score ?? group.score;
  };
  for (const action of actions) {
    const line = byId.get(action.id);
    if (line) {
      const { entry, heading, place: next } = stepOf(walk, place, line);
      add(heading, entry);
      place = next;
    } else if (CLOCK_KINDS.includes(action.kind)) {
      add(groups.at(-1)?.heading ?? headingOf(game, place, null), tellClock(action, place));
    }
  }
  return groups;
};

/** This device's actions that aren't in the log, in words. `lines` is the fold of `actions` from `start`. */
export const unsentPhrases = (
  game: AnyGame,
  start: object,
  actions: readonly KnownAction[],
  lines: readonly Line<KnownAction>[],
): readonly Phrase[] => {
  const entries = new Map(
    historyOf(game, start, actions, lines).flatMap((group) =>
      group.entries.map((one) => [one.action.id, one] as const),
    ),
  );
  return actions
    .filter(({ seq }) => seq === null)
    .flatMap((action) => {
      const amended = isAmendment(action.kind) && entries.get(targetOf(action) ?? '');
      if (amended) return phrase(`log.amended.${action.kind}` as MatchText, { action: amended.short });
      return entries.get(action.id)?.phrase ?? [];
    });
};

/** A move that the scorer may have meant instead. */
export interface Alternative extends Pick<Action, 'kind' | 'body'> {
  readonly phrase: Phrase;
}

/** The alternatives to a line: moves that were legal at its place, regardless of what followed. */
export const alternatives = (game: AnyGame, { line, before }: HistoryEntry): readonly Alternative[] => {
  if (!line) return [];
  const board = boardOf(game, before);
  const said = (move: Move): Phrase =>
    describeMove(game, move, { before: board, after: null, turn: line.turn });
  const own = moveOf(game, line.effective);
  const known = new Set(own ? [JSON.stringify(said(own))] : []);
  return game.words.instead(line.effective, game.moves(before)).flatMap(({ phrase: less, ...action }) => {
    const move = moveOf(game, action);
    if (!move || isRefusal(applyAction(game, before, action))) return [];
    const words = said(move);
    const key = JSON.stringify(words);
    if (known.has(key)) return [];
    known.add(key);
    const rack = game.unitsCompleted(before) + 1;
    return [{ ...action, phrase: less ?? nameMove(game, move, { board, turn: line.turn, rack }) }];
  });
};
