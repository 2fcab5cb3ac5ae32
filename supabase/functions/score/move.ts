import { isJustMade, offers, plan, type Plan } from '../../../src/core/machine/plan.ts';
import { scoreState } from '../../../src/core/machine/state.ts';
import type { MachineTable } from '../../../src/core/machine/table.ts';
import { describe, refusalPhrase } from '../../../src/core/match/history.ts';
import type { Action } from '../../../src/rules/log.ts';
import type { Phrase } from '../../../src/i18n/phrases.ts';
import type { Body } from '../../../src/rules/read.ts';
import { refuse, type Refusal as MoveRefusal } from '../../../src/rules/rules.ts';
import { timedVisit, visitAgoMillis } from '../../../src/core/match/visit.ts';
import { placeOf } from '../../../src/core/match/fold.ts';
import { isAt } from '../../../src/core/match/rebase.ts';
import { sentBoard } from '../../../src/core/match/sent-board.ts';
import { emptyLog } from '../../../src/core/match/state.ts';
import { DatabaseError } from '../_shared/database-error.ts';
import { Refusal } from '../_shared/refusal.ts';
import {
  seqBefore,
  standingOf,
  type MoveAnswer,
  type OpenAnswer,
  type Opened,
  type Reader,
} from './opened.ts';
import { problem } from './problem.ts';
import { unauthorized, type Asked } from './router.ts';
import { localeOf, sayer } from './texts.ts';
import { fullDay, waitFor } from './turns.ts';

/** How machines and buttons move: as a device does, with their own secrets. */

/** The log may grow between reading it and appending to it: so often it is read again. */
const TRIES = 3;

/** Calls a function reserved for the service. Whatever is wrong with a secret is said in the same words. */
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

type Say = (phrase: Phrase) => string;

const refusedMove = (standing: MachineTable, refusal: MoveRefusal, say: Say): Response => {
  const { play, done } = standing;
  const { state, lines } = done.fold;
  const named = (id: string): Phrase | null => {
    const line = lines.find(({ action }) => action.id === id);
    return line ? describe(play.rules, state, line) : null;
  };
  const said = say(refusalPhrase(play.rules, play.rules.board(state), refusal, named));
  return problem(409, said, { members: { reason: refusal.refused, moves: offers(standing) } });
};

type Doable = Extract<Plan, { readonly type: 'append' | 'begin' }>;

/** A plan that comes to nothing, as a problem. */
const problemOf = (standing: MachineTable, planned: Exclude<Plan, Doable>, say: Say): Response => {
  switch (planned.type) {
    case 'unknown':
      return problem(404, 'There is no such move.', { members: { reason: 'unknownMove' } });
    case 'wrong':
      return problem(422, `A field is missing, unknown or not what it should be: ${planned.field}`, {
        members: { reason: 'field', field: planned.field },
      });
    case 'refused':
      return refusedMove(standing, planned.refusal, say);
    default:
      return planned satisfies never;
  }
};

/** What the database says to a move. */
export interface Done {
  readonly outcome: 'ok' | 'repeated' | 'reused' | 'stale' | 'bad' | 'full' | 'tooMany';
  readonly seq?: number;
  readonly rev?: number;
  /** In seconds: until there is room for what this key stores in a day. */
  readonly wait?: number;
  /** Of a machine's request: what it was answered. */
  readonly answer?: MoveAnswer;
}

/** The arguments by which a plan is carried out, and the answer to whoever asked for it. */
interface Values {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** A secret's way to its table. */
export interface Way extends Pick<Reader, 'secret' | 'read'> {
  /** The table as it is, with the log's entries after one of them. */
  readonly open: (afterSeq: number) => Promise<OpenAnswer>;
  readonly append: (values: Values) => Promise<Done>;
  /** Null for buttons, which begin no match. */
  readonly begin: ((values: Values) => Promise<Done>) | null;
  /** Checks that the table is as the client knows it, or throws a 412. Null if the client doesn't say. */
  readonly require: ((standing: MachineTable) => void) | null;
}

/** A move as it is asked for. */
export interface Wanted {
  readonly move: string;
  readonly fields: Body;
}

/** What came of a move: an answer for whoever asked, or a problem. */
export type Made =
  | { readonly isRepeated: boolean; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly problem: Response };

/** Actions as `append_actions` takes them, meant for the table's current match. */
const sent = (actions: readonly Action[]): readonly object[] =>
  actions.map((action) => ({ ...action, ago: 0, only_current: true }));

const boardOf = ({ play: { rules }, record, serverMillis, done: { fold } }: MachineTable): object => {
  const { raceTo, ...board } = sentBoard(rules, fold.state);
  const ago = visitAgoMillis(timedVisit(fold, record), [], serverMillis);
  return { ...board, race_to: raceTo, visit_ago: ago === null ? null : ago / 1000 };
};

const appending = (
  standing: MachineTable,
  { actions, done }: Extract<Plan, { readonly type: 'append' }>,
  say: Say,
): Values => ({
  arguments: {
    match: standing.record.id,
    after_seq: standing.done.actions.length,
    actions: sent(actions),
    board: boardOf({ ...standing, done }),
  },
  answer: { actions: actions.map(({ id }) => id), ...scoreState({ ...standing, done }, say) },
});

const beginning = (
  standing: MachineTable,
  { start }: Extract<Plan, { readonly type: 'begin' }>,
  say: Say,
): Values => {
  const { record, play, serverMillis } = standing;
  const { rules } = play;
  const begunPlay = { rules, start: rules.start(rules.readFormat(start)) };
  const begun: MachineTable = {
    ...standing,
    record: { ...record, id: crypto.randomUUID(), start, seq: 0, startedAtMillis: serverMillis },
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
    answer: { actions: [], ...scoreState(begun, say) },
  };
};

const isElsewhere = (before: MachineTable, now: MachineTable): boolean => {
  const [was, is] = [before, now].map(({ play, done }) => placeOf(play.rules, done.fold.state));
  return before.record.id !== now.record.id || !was || !is || !isAt(is, was);
};

/** What a plan does, apart from the values that a correction starts from. */
const meaningOf = (planned: Doable): string =>
  planned.type === 'append'
    ? JSON.stringify(planned.actions.map(({ kind, body }) => [kind, kind === 'set' ? null : body]))
    : planned.type;

type Looked =
  | Exclude<OpenAnswer, { readonly outcome: 'ok' }>
  | { readonly outcome: 'ok'; readonly opened: Opened; readonly standing: MachineTable | null };

/** The table as it is now; without a standing if its match isn't to be read. */
const look = async ({ logs }: Asked, way: Way): Promise<Looked> => {
  const afterSeq = seqBefore(logs.lengthFor(way.secret));
  const opened = await way.open(afterSeq);
  return opened.outcome === 'ok'
    ? { outcome: 'ok', opened, standing: await standingOf({ ...way, logs }, opened, afterSeq) }
    : opened;
};

/** The answer to a button that did it already: the score as it is now. */
const repeatedPress = async (asked: Asked, way: Way, before: MachineTable, say: Say): Promise<Made> => {
  const looked = await look(asked, way);
  const now = (looked.outcome === 'ok' ? looked.standing : null) ?? before;
  const { done, rev } = now;
  return {
    isRepeated: true,
    answer: { actions: [], ...scoreState(now, say), seq: done.actions.length, rev },
  };
};

/** Makes a move: reads the log, folds it, appends, and looks again if somebody was faster. */
const makeInTurn = async (asked: Asked, way: Way, wantedOf: (opened: Opened) => Wanted): Promise<Made> => {
  const say = sayer(localeOf(asked.request));
  let before: MachineTable | null = null;
  let meaning: string | null = null;
  for (let count = 0; count < TRIES; count += 1) {
    const looked = await look(asked, way);
    if (looked.outcome === 'tooMany') throw waitFor(looked.wait);
    if (looked.outcome === 'reused') return { problem: reusedKey() };
    if (looked.outcome === 'repeated') return { isRepeated: true, answer: { ...looked.answer } };
    const { opened, standing } = looked;
    if (!standing) return { problem: newerRules() };
    way.require?.(standing);
    if (before && isElsewhere(before, standing))
      return { problem: refusedMove(standing, refuse('movedOn'), say) };
    before = standing;
    const { move, fields } = wantedOf(opened);
    const planned = plan(standing, move, fields, () => crypto.randomUUID());
    if (planned.type !== 'append' && planned.type !== 'begin')
      return { problem: problemOf(standing, planned, say) };
    // What is undone, or whether a clock is started, is meant as it was first found.
    if (meaning !== null && meaning !== meaningOf(planned))
      return { problem: refusedMove(standing, refuse('movedOn'), say) };
    meaning = meaningOf(planned);
    if (!way.require && planned.type === 'append' && isJustMade(standing, planned.actions))
      return { problem: refusedMove(standing, refuse('scoredMeanwhile'), say) };
    const values =
      planned.type === 'append' ? appending(standing, planned, say) : beginning(standing, planned, say);
    const carryOut = planned.type === 'append' ? way.append : way.begin;
    if (!carryOut) return { problem: problemOf(standing, { type: 'unknown' }, say) };
    const { outcome, answer, seq, rev, wait } = await carryOut(values);
    switch (outcome) {
      case 'ok':
        return { isRepeated: false, answer: { ...(answer ?? { ...values.answer, seq, rev }) } };
      case 'repeated':
        return answer
          ? { isRepeated: true, answer: { ...answer } }
          : repeatedPress(asked, way, standing, say);
      case 'reused':
        return { problem: reusedKey() };
      case 'tooMany':
        throw wait === undefined ? waitFor(60) : fullDay(wait);
      case 'full':
        return { problem: refusedMove(standing, refuse('full'), say) };
      case 'bad':
        return { problem: problemOf(standing, { type: 'wrong', field: '' }, say) };
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

/** Makes a move in its sender's turn. */
export const makeMove = (asked: Asked, way: Way, wantedOf: (opened: Opened) => Wanted): Promise<Made> =>
  asked.inTurn(() => makeInTurn(asked, way, wantedOf), way.secret);
