import { isJustMade, offers, plan, type Plan } from '../../../src/core/machine/plan.ts';
import { scoreState } from '../../../src/core/machine/state.ts';
import type { MachineTable } from '../../../src/core/machine/table.ts';
import { describe, refusalPhrase } from '../../../src/core/match/history.ts';
import type { Action } from '../../../src/rules/log.ts';
import type { Phrase } from '../../../src/i18n/phrases.ts';
import type { Body } from '../../../src/rules/read.ts';
import { refuse, type Refusal as MoveRefusal } from '../../../src/rules/rules.ts';
import { timedVisit, visitAgoMillis } from '../../../src/core/match/visit.ts';
import { positionOf } from '../../../src/core/match/fold.ts';
import { isAt } from '../../../src/core/match/rebase.ts';
import { sentBoard } from '../../../src/core/match/sent-board.ts';
import { emptyLog } from '../../../src/core/match/state.ts';
import { DatabaseError } from '../_shared/database-error.ts';
import { Refusal } from '../_shared/refusal.ts';
import {
  seqBefore,
  machineTableOf,
  type MoveAnswer,
  type OpenAnswer,
  type Opened,
  type Reader,
} from './opened.ts';
import { problem } from './problem.ts';
import { unauthorized, type Asked } from './router.ts';
import { localeOf, phraseFormatter } from './texts.ts';
import { fullDay, waitFor } from './turns.ts';

/** Moves of machines and buttons: like a device's, with their own secrets. */

/** How often the log is read again if it grew between reading it and appending to it. */
const TRIES = 3;

/** Calls a function reserved for the service. Every problem with a secret gets the same words. */
export const callFor = async <Answer>(
  { ports: { database }, request: { signal } }: Asked,
  name: string,
  values: Readonly<Record<string, unknown>>,
): Promise<Answer> => {
  try {
    return (await database.callAsService(name, values, signal)) as Answer;
  } catch (error) {
    throw error instanceof DatabaseError && error.code === '42501' ? unauthorized() : error;
  }
};

/** The problem of a match whose rules this build doesn't have. */
export const newerRules = (): Response =>
  problem(409, 'This match is played by newer rules than this server has.', {
    members: { reason: 'newerRules', moves: [] },
  });

const reusedKey = (): Response =>
  problem(422, 'This Idempotency-Key was used for another request.', {
    members: { reason: 'idempotencyKey' },
  });

type FormatPhrase = (phrase: Phrase) => string;

const refusedMove = (table: MachineTable, refusal: MoveRefusal, format: FormatPhrase): Response => {
  const { play, done } = table;
  const { state, lines } = done.fold;
  const named = (id: string): Phrase | null => {
    const line = lines.find(({ action }) => action.id === id);
    return line ? describe(play.rules, state, line) : null;
  };
  const said = format(refusalPhrase(play.rules, play.rules.board(state), refusal, named));
  return problem(409, said, { members: { reason: refusal.refused, moves: offers(table) } });
};

type Doable = Extract<Plan, { readonly type: 'append' | 'begin' }>;

/** A plan without actions, as a problem. */
const problemOf = (table: MachineTable, planned: Exclude<Plan, Doable>, format: FormatPhrase): Response => {
  switch (planned.type) {
    case 'unknown':
      return problem(404, 'There is no such move.', { members: { reason: 'unknownMove' } });
    case 'wrong':
      return problem(422, `A field is missing, unknown or not what it should be: ${planned.field}`, {
        members: { reason: 'field', field: planned.field },
      });
    case 'refused':
      return refusedMove(table, planned.refusal, format);
    default:
      return planned satisfies never;
  }
};

/** The database's answer to a move. */
export interface Done {
  readonly outcome: 'ok' | 'repeated' | 'reused' | 'stale' | 'bad' | 'full' | 'tooMany';
  readonly seq?: number;
  readonly rev?: number;
  /** Seconds until this key may store more: there is a limit per day. */
  readonly wait?: number;
  /** The answer to a machine's request. */
  readonly answer?: MoveAnswer;
}

/** The arguments that carry out a plan, and the answer to its caller. */
interface Values {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** A secret's access to its table. */
export interface Way extends Pick<Reader, 'secret' | 'read'> {
  /** The table's current state, with the log's entries after one of them. */
  readonly open: (afterSeq: number) => Promise<OpenAnswer>;
  readonly append: (values: Values) => Promise<Done>;
  /** Null for buttons, which start no match. */
  readonly begin: ((values: Values) => Promise<Done>) | null;
  /** Checks that the table is as the client knows it, or throws a 412. Null if the client doesn't say. */
  readonly require: ((table: MachineTable) => void) | null;
}

/** A requested move. */
export interface Wanted {
  readonly move: string;
  readonly fields: Body;
}

/** The outcome of a move: an answer for the caller, or a problem. */
export type Made =
  | { readonly isRepeated: boolean; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly problem: Response };

/** Actions as `append_actions` takes them, meant for the table's current match. */
const sent = (actions: readonly Action[]): readonly object[] =>
  actions.map((action) => ({ ...action, ago: 0, only_current: true }));

const boardOf = ({ play: { rules }, record, serverMillis, done: { fold } }: MachineTable): object => {
  const { raceTo, ...board } = sentBoard(rules, fold.state, record.rules);
  const ago = visitAgoMillis(timedVisit(fold, record), [], serverMillis);
  return { ...board, race_to: raceTo, visit_ago: ago === null ? null : ago / 1000 };
};

const appending = (
  table: MachineTable,
  { actions, done }: Extract<Plan, { readonly type: 'append' }>,
  format: FormatPhrase,
): Values => ({
  arguments: {
    match: table.record.id,
    after_seq: table.done.actions.length,
    actions: sent(actions),
    board: boardOf({ ...table, done }),
  },
  answer: { actions: actions.map(({ id }) => id), ...scoreState({ ...table, done }, format) },
});

const beginning = (
  table: MachineTable,
  { start }: Extract<Plan, { readonly type: 'begin' }>,
  format: FormatPhrase,
): Values => {
  const { record, play, serverMillis } = table;
  const { rules } = play;
  const begunPlay = { rules, start: rules.start(rules.readFormat(start)) };
  const begun: MachineTable = {
    ...table,
    record: {
      ...record,
      id: crypto.randomUUID(),
      rules: rules.version,
      start,
      seq: 0,
      startedAtMillis: serverMillis,
    },
    play: begunPlay,
    done: emptyLog(begunPlay),
  };
  return {
    arguments: {
      expected: record.id,
      match: begun.record.id,
      game: record.game,
      rules: rules.version,
      start,
      board: boardOf(begun),
    },
    answer: { actions: [], ...scoreState(begun, format) },
  };
};

const isElsewhere = (before: MachineTable, now: MachineTable): boolean => {
  const [was, is] = [before, now].map(({ play, done }) => positionOf(play.rules, done.fold.state));
  return before.record.id !== now.record.id || !was || !is || !isAt(is, was);
};

/** A plan's effect, without the values that a correction starts from. */
const meaningOf = (planned: Doable): string =>
  planned.type === 'append'
    ? JSON.stringify(planned.actions.map(({ kind, body }) => [kind, kind === 'set' ? null : body]))
    : planned.type;

type Looked =
  | Exclude<OpenAnswer, { readonly outcome: 'ok' }>
  | { readonly outcome: 'ok'; readonly opened: Opened; readonly table: MachineTable | null };

/** The table's current state; without one if its match isn't read. */
const look = async ({ logs }: Asked, way: Way): Promise<Looked> => {
  const afterSeq = seqBefore(logs.lengthFor(way.secret));
  const opened = await way.open(afterSeq);
  return opened.outcome === 'ok'
    ? { outcome: 'ok', opened, table: await machineTableOf({ ...way, logs }, opened, afterSeq) }
    : opened;
};

/** The answer to a repeated press of a button: the current score. */
const repeatedPress = async (
  asked: Asked,
  way: Way,
  before: MachineTable,
  format: FormatPhrase,
): Promise<Made> => {
  const looked = await look(asked, way);
  const now = (looked.outcome === 'ok' ? looked.table : null) ?? before;
  const { done, rev } = now;
  return {
    isRepeated: true,
    answer: { actions: [], ...scoreState(now, format), seq: done.actions.length, rev },
  };
};

/** Makes a move: reads the log, folds it, appends, and starts over if another scorer was faster. */
const makeInTurn = async (asked: Asked, way: Way, wantedOf: (opened: Opened) => Wanted): Promise<Made> => {
  const format = phraseFormatter(localeOf(asked.request));
  let before: MachineTable | null = null;
  let meaning: string | null = null;
  for (let count = 0; count < TRIES; count += 1) {
    const looked = await look(asked, way);
    if (looked.outcome === 'tooMany') throw waitFor(looked.wait);
    if (looked.outcome === 'reused') return { problem: reusedKey() };
    if (looked.outcome === 'repeated') return { isRepeated: true, answer: { ...looked.answer } };
    const { opened, table } = looked;
    if (!table) return { problem: newerRules() };
    way.require?.(table);
    if (before && isElsewhere(before, table))
      return { problem: refusedMove(table, refuse('movedOn'), format) };
    before = table;
    const { move, fields } = wantedOf(opened);
    const planned = plan(table, move, fields, () => crypto.randomUUID());
    if (planned.type !== 'append' && planned.type !== 'begin')
      return { problem: problemOf(table, planned, format) };
    // The action to undo, or whether to start a clock, must be the same as on the first reading.
    if (meaning !== null && meaning !== meaningOf(planned))
      return { problem: refusedMove(table, refuse('movedOn'), format) };
    meaning = meaningOf(planned);
    if (!way.require && planned.type === 'append' && isJustMade(table, planned.actions))
      return { problem: refusedMove(table, refuse('scoredMeanwhile'), format) };
    const values =
      planned.type === 'append' ? appending(table, planned, format) : beginning(table, planned, format);
    const carryOut = planned.type === 'append' ? way.append : way.begin;
    if (!carryOut) return { problem: problemOf(table, { type: 'unknown' }, format) };
    const { outcome, answer, seq, rev, wait } = await carryOut(values);
    switch (outcome) {
      case 'ok':
        return { isRepeated: false, answer: { ...(answer ?? { ...values.answer, seq, rev }) } };
      case 'repeated':
        return answer
          ? { isRepeated: true, answer: { ...answer } }
          : repeatedPress(asked, way, table, format);
      case 'reused':
        return { problem: reusedKey() };
      case 'tooMany':
        throw wait === undefined ? waitFor(60) : fullDay(wait);
      case 'full':
        return { problem: refusedMove(table, refuse('full'), format) };
      case 'bad':
        return { problem: problemOf(table, { type: 'wrong', field: '' }, format) };
      case 'stale':
        break;
      default:
        return outcome satisfies never;
    }
  }
  throw new Refusal(503, 'Others score at this table at this moment: try again.', {
    headers: { 'retry-after': '1' },
  });
};

/** Makes a move when its sender's turn comes. */
export const makeMove = (asked: Asked, way: Way, wantedOf: (opened: Opened) => Wanted): Promise<Made> =>
  asked.inTurn(() => makeInTurn(asked, way, wantedOf), way.secret);
