import { shotRest } from '../match/shot-rest.ts';
import { isGame } from '../../games/boards.ts';
import { MACHINES } from '../../games/machines.ts';
import { shotSettings } from '../match/new-match-draft.ts';
import { isAmendment, type Action, type KnownAction } from '../../rules/log.ts';
import { amendmentRefused, lastCounting, lastUndone } from '../match/undo.ts';
import { isObject, type Body } from '../../rules/read.ts';
import { refuse, type Refusal } from '../../rules/rules.ts';
import { isSame, withAction, type FoldedLog } from '../match/rebase.ts';
import { wrongField } from '../../rules/machine-fields.ts';
import { ALL_MOVES, movesOf } from './moves.ts';
import type { MachineTable } from './table.ts';

type Did = Pick<Action, 'kind' | 'body'>;

/** The result of planning a move. */
export type Plan =
  /** Actions to append together, and the match after them. */
  | { readonly type: 'append'; readonly actions: readonly Action[]; readonly done: FoldedLog }
  /** The start of the next match, in the format of the game's `readFormat`. */
  | { readonly type: 'begin'; readonly start: Body }
  | { readonly type: 'unknown' }
  | { readonly type: 'wrong'; readonly field: string }
  | { readonly type: 'refused'; readonly refusal: Refusal };

const wrong = (field: string): Plan => ({ type: 'wrong', field });
const refused = (refusal: Refusal): Plan => ({ type: 'refused', refusal });

/** Refusals caused by the request, not by the match. */
const FIELD_REFUSALS: readonly string[] = ['unknownField', 'outOfRange'];

const planOfRefusal = (refusal: Refusal): Plan =>
  FIELD_REFUSALS.includes(refusal.refused)
    ? wrong(String(refusal.values?.['field'] ?? ''))
    : refused(refusal);

const clockOf = ({ clock }: MachineTable, { do: what = 'toggle', seconds }: Body): Did | Plan => {
  const kind = what === 'toggle' ? (clock.running ? 'stop' : 'start') : String(what);
  if (kind !== 'set') return seconds === undefined ? { kind: `clock.${kind}`, body: {} } : wrong('seconds');
  return seconds === undefined ? wrong('seconds') : { kind: 'clock.set', body: { n: seconds } };
};

/** The seconds of a shot: from the request, else the match's settings, else another device's choice. */
const shotOf = (table: MachineTable, { do: what = 'start', seconds }: Body): Did | Plan => {
  const { record, shot } = table;
  const settings = shotSettings(record.start);
  switch (what) {
    case 'start': {
      const n = seconds ?? settings?.seconds ?? shot?.seconds;
      const warn = settings?.warnSeconds ?? shot?.warnSeconds ?? 0;
      return n === undefined ? wrong('seconds') : { kind: 'shot.start', body: { n, warn } };
    }
    case 'extend': {
      const n = seconds ?? settings?.extensionSeconds;
      return n ? { kind: 'shot.extend', body: { n } } : wrong('seconds');
    }
    default:
      return seconds === undefined ? { kind: `shot.${String(what)}`, body: {} } : wrong('seconds');
  }
};

const setOf = ({ play, done }: MachineTable, fields: Body): Did | Plan => {
  const { rules } = play;
  if (Object.keys(fields).length === 0) return wrong('');
  const changes = Object.entries(fields).map(
    ([field, to]) => [field, { from: rules.shown(done.fold.state, field), to }] as const,
  );
  // For example the player at the table, between frames.
  const missing = changes.find(([, { from }]) => from === undefined || from === null);
  return missing ? wrong(missing[0]) : { kind: 'set', body: { changes: Object.fromEntries(changes) } };
};

/** A player's extension also extends the shot clock, if it is in use. */
const extensionOf = ({ record, shot }: MachineTable): readonly Did[] => {
  const seconds = shotSettings(record.start)?.extensionSeconds ?? 0;
  return shot && seconds > 0 ? [{ kind: 'shot.extend', body: { n: seconds } }] : [];
};

/** A move's actions, before their legality is checked. */
const actionsOf = (table: MachineTable, name: string, fields: Body): readonly Did[] | Plan => {
  const { record, done } = table;
  const one = (did: Did | Plan): readonly Did[] | Plan => ('type' in did ? did : [did]);
  switch (name) {
    case 'undo':
    case 'redo': {
      const target = name === 'undo' ? lastCounting(done.fold) : lastUndone(done.fold, done.actions);
      return target ? [{ kind: name, body: { t: target.action.id } }] : refused(refuse('nothingThere'));
    }
    case 'clock':
      return one(clockOf(table, fields));
    case 'shot':
      return one(shotOf(table, fields));
    case 'set':
      return one(setOf(table, fields));
    default: {
      const own = isGame(record.game) ? MACHINES[record.game].actionOf?.(done.fold.state, fields) : undefined;
      const action = own ?? { kind: name, body: fields };
      return name === 'extend' ? [action, ...extensionOf(table)] : [action];
    }
  }
};

/** The start of the next match: with the current names, and at 0 if the last match began with other numbers. */
const nextStart = ({ record, play, done }: MachineTable): Body => {
  const { p1, p2 } = play.rules.board(done.fold.state);
  return { ...record.start, p1, p2, ...('s1' in record.start && { s1: 0, s2: 0 }) };
};

const withOne = (
  { play, serverMillis }: MachineTable,
  done: FoldedLog,
  action: Action,
): { readonly done: FoldedLog } | { readonly refusal: Refusal } => {
  const known: KnownAction = { ...action, seq: null, atMillis: serverMillis, by: null, own: true };
  if (action.kind === 'redo') {
    const refusal = amendmentRefused<KnownAction>(play.rules, play.start, done.actions, known, done.fold);
    if (refusal) return { refusal };
  }
  const next = withAction(play, done, known);
  const line = next.fold.lines.at(-1);
  return line?.action.id === action.id && line.fate.status === 'refused'
    ? { refusal: line.fate.refusal }
    : { done: next };
};

/** Resolves a move against the table's current state. `newId` creates an action's id. */
export const plan = (table: MachineTable, name: string, fields: Body, newId: () => string): Plan => {
  const { record } = table;
  const moves = isGame(record.game) ? movesOf(record.game) : {};
  const move = Object.hasOwn(moves, name) ? moves[name] : undefined;
  if (!move) return Object.hasOwn(ALL_MOVES, name) ? refused(refuse('unknownMove')) : { type: 'unknown' };
  const field = wrongField(move, fields);
  if (field !== null) return wrong(field);
  if (name === 'again') return { type: 'begin', start: nextStart(table) };
  const dids = actionsOf(table, name, fields);
  if ('type' in dids) return dids;
  const actions = dids.map((did): Action => ({ id: newId(), ...did }));
  let { done } = table;
  for (const action of actions) {
    const next = withOne(table, done, action);
    if ('refusal' in next) return planOfRefusal(next.refusal);
    ({ done } = next);
  }
  const rest = actions.slice(0, 1).flatMap(({ kind }) =>
    shotRest({
      kind,
      rules: table.play.rules,
      before: table.done.fold.state,
      after: done.fold.state,
      start: record.start,
      shot: table.shot,
      nowMillis: table.serverMillis,
    }),
  );
  return { type: 'append', actions: [...actions, ...rest.map((did) => ({ id: newId(), ...did }))], done };
};

/** A move with the fields of a request. */
export interface Offer {
  readonly move: string;
  readonly fields: Body;
}

/** All moves that would be accepted now, except corrections, which are unlimited. */
export const offers = (table: MachineTable): readonly Offer[] => {
  const { record, play, done, clock, shot } = table;
  const { state } = done.fold;
  const own = isGame(record.game) ? MACHINES[record.game].offered?.(state) : undefined;
  const dids = own ?? play.rules.moves(state).map(({ kind, ...body }) => ({ kind, body }));
  const candidates: readonly Offer[] = [
    ...dids.map(({ kind, body }) => ({ move: kind, fields: body })),
    { move: 'redo', fields: {} },
    { move: 'clock', fields: { do: clock.running ? 'stop' : 'start' } },
    { move: 'shot', fields: { do: 'start' } },
    ...(shot ? ['stop', 'extend', 'off'].map((what) => ({ move: 'shot', fields: { do: what } })) : []),
  ];
  const taken = candidates.filter(
    ({ move, fields }) => plan(table, move, fields, () => '').type === 'append',
  );
  // Undo is always allowed for the last action. Checking it would fold the whole match again.
  const undo = lastCounting(done.fold) ? [{ move: 'undo', fields: {} }] : [];
  return [...taken, ...undo, { move: 'again', fields: {} }];
};

/** How long after another device's action the same move is ignored. */
const JUST_NOW_MILLIS = 3000;

/** The field and the step of an action that counts a number up or down; null for any other. */
const stepOf = ({ kind, body }: Did): string | null => {
  if (kind !== 'set' || !isObject(body['changes'])) return null;
  const [first, more] = Object.entries(body['changes']);
  if (!first || more || !isObject(first[1])) return null;
  const { from, to } = first[1];
  return typeof from === 'number' && typeof to === 'number' ? `${first[0]} ${to - from}` : null;
};

const family = (kind: string): string => kind.split('.', 1)[0] ?? kind;

/** Whether two actions have the same meaning, even if made in different states. */
const meansTheSame = (one: Did, other: Did): boolean => {
  if (isAmendment(one.kind) || one.kind.includes('.')) return family(one.kind) === family(other.kind);
  const step = stepOf(one);
  return step === null ? isSame(one, other) : step === stepOf(other);
};

/**
 * Whether another device has just made the first of these actions. Keeps a phone and a button from both counting one
 * rack.
 */
export const isJustMade = ({ by, done, serverMillis }: MachineTable, [first]: readonly Action[]): boolean => {
  const counts = new Set(
    done.fold.lines.flatMap(({ action, fate }) => (fate.status === 'counts' ? [action.id] : [])),
  );
  return (
    first !== undefined &&
    done.actions.some(
      (action) =>
        action.by !== by &&
        serverMillis - action.atMillis < JUST_NOW_MILLIS &&
        (isAmendment(action.kind) || action.kind.includes('.') || counts.has(action.id)) &&
        meansTheSame(first, action),
    )
  );
};
