import { isMove } from '../../../src/core/match/pending-action.ts';
import { isClockKind } from '../../../src/rules/log.ts';
import { isSame } from '../../../src/core/match/rebase.ts';
import { isAlive, isQueued, type PartyEntry, type RoomTable } from '../../../src/core/room/list.ts';
import { firstFor, isLate } from '../../../src/core/room/queue.ts';
import { canBegin, isFree } from '../../../src/core/room/table-state.ts';
import type { Scored } from '../../../src/features/match/scoring.ts';
import type { Room, RoomView } from '../../../src/features/room/room.ts';
import { formatWith } from '../formats.ts';
import { Broken } from './broken.ts';
import type { State } from './states.ts';
import type { Did } from './truth.ts';
import type { Hall, HallTable, Seat } from './hall.ts';

/* What people do, who see only their own device and the table beside it. */

const RACES = { 'eight-ball': 4, snooker: 3 };

/** The actions in question on a pad. */
const askedOn = ({ pad }: Seat) =>
  Object.values(pad.part().sync.$table.get().matches).flatMap(({ questions }) =>
    questions.flatMap(({ actions }) => actions),
  );

const answer = (hall: Hall, seat: Seat, { state, match, question, lines }: Scored): void => {
  const [first] = question?.actions ?? [];
  if (!question || !first) return;
  hall.reach('a question asked');
  if (seat.pad.isOld()) hall.reach('a question on a released page');
  const truth = seat.table.truths.get(match.id);
  const asked = askedOn(seat).find(({ id }) => id === first.id);
  const at = truth?.shownBy(state) ?? null;
  const right = at === null ? undefined : truth?.moves[at];
  const isRight = asked && right && isMove(asked.kind) && isSame(asked, right);
  const again = first.fits && isRight && !hall.mistakes.has(first.id);
  hall.reach(again ? 'a question answered with again' : 'a question dropped');
  const tapped = hall.tapped.get(first.id);
  if (tapped?.answers === 0 && isMove(asked?.kind ?? 'undo')) {
    const { place, seen, match: id } = tapped;
    const others = hall
      .log(id)
      .slice(seen)
      .filter(({ by, kind }) => by !== seat.by && !isClockKind(kind));
    if (others.length === 0)
      throw new Broken('questions', `${seat.pad.name} asks about ${first.id}, and nobody did anything`);
    const counted = lines.filter(
      ({ action, fate, effective }) =>
        action.seq !== null &&
        fate.status === 'counts' &&
        isMove(effective.kind) &&
        !hall.mistakes.has(action.id),
    );
    if (place !== null && counted.length > place)
      throw new Broken('questions', `${seat.pad.name} asks about ${first.id}, which others have scored`);
  }
  if (tapped) {
    tapped.answers += 1;
    tapped.seen = seat.pad.part().sync.$table.get().matches[tapped.match]?.log.actions.length ?? 0;
    if (!again) tapped.isDropped = true;
  }
  seat.pad.part().scoring.answer(question.id, again ? 'again' : 'drop', first.id);
};

const begin = (hall: Hall, { table, pad }: Seat): void => {
  const names = { p1: hall.named(), p2: hall.named() };
  const race = RACES[table.game];
  const headStart = hall.happens(0.3) ? Math.floor(hall.between(1, race)) : 0;
  if (headStart > 0) hall.reach('a match with a head start');
  const handicap = { A: 0, B: headStart };
  void pad.part().scoring.begin(table.game, { ...formatWith(table.game, race), ...names, handicap });
};

/** Who tapped a move last. */
const tappedBy = new WeakMap<Did, Seat>();

/** Everybody at a table begins the next match at once, once one is over. */
export const beginTwice = (hall: Hall, table: HallTable): void => {
  for (const seat of hall.seats) {
    if (seat.table !== table || seat.revoked) continue;
    seat.pad.use(({ scoring }) => {
      const scored = scoring.$scored.get();
      const truth = table.truths.get(scored?.match.id ?? '');
      if (scored && truth?.isOver() && truth.shownBy(scored.state) === truth.moves.length) begin(hall, seat);
    });
  }
};

/** Somebody looks at a pad, and taps what is missing there. */
export const lookAtPad = (hall: Hall, seat: Seat): void =>
  seat.pad.use(({ scoring, sync }) => {
    const { table } = seat;
    const scored = scoring.$scored.get();
    if (!scored || scored.sync === 'forbidden' || (seat.revoked && !hall.happens(0.2))) return;
    if (scored.question) {
      answer(hall, seat, scored);
      return;
    }
    const note = (made: object, place: number | null): void => {
      if (!('id' in made)) return;
      const { current, matches } = sync.$table.get();
      const seen = matches[current ?? '']?.log.actions.length ?? 0;
      const atMillis = hall.time.now();
      if (seat.pad.isOld()) hall.reach('a tap on a released page');
      hall.tapped.set(String(made.id), {
        seat,
        match: scored.match.id,
        atMillis,
        place,
        seen,
        answers: 0,
        isDropped: false,
      });
    };
    if (hall.isBusy && hall.happens(0.02)) {
      hall.reach('a clock tapped');
      note(scoring.score(scored.clock.running ? 'clock.stop' : 'clock.start'), null);
    }
    const truth = table.truths.get(scored.match.id);
    if (!truth) {
      if (scored.match.game === 'plain' && scored.pending === 0) begin(hall, seat);
      return;
    }
    const { state, undoable } = scored;
    const at = truth.shownBy(state);
    if (at === null) {
      // It must be a mistake, anybody's.
      if (!undoable) return;
      hall.reach(undoable.action.own ? 'an undo' : 'an undo across devices');
      note(scoring.undo(), null);
      return;
    }
    if (hall.isBusy && hall.happens(0.01)) {
      hall.reach('a name corrected');
      const from = scored.rules.shown(state, 'p1');
      note(scoring.score('set', { changes: { p1: { from, to: hall.named() } } }), null);
    }
    const right = truth.moves[at];
    if (!right) {
      if (!truth.isOver()) return;
      hall.reach('a match over');
      if (scored.pending === 0 && hall.isBusy && hall.happens(0.12)) begin(hall, seat);
      return;
    }
    const other = tappedBy.get(right);
    if (other && other !== seat) hall.reach('a rack tapped by two');
    tappedBy.set(right, seat);
    const wrong = hall.isBusy && hall.happens(0.05) ? truth.mistake(state, hall.random) : null;
    const did = wrong ?? right;
    const made = scoring.score(did.kind, did.body);
    note(made, wrong ? null : at);
    if ('id' in made && wrong) {
      hall.mistakes.add(made.id);
      hall.reach('a mistake');
    }
  });

/** Something to do with the list, and what is reached once it is done. */
interface Step {
  readonly state?: State;
  readonly run: () => Promise<boolean>;
}

/** Tries a change of the list, and notes what became of it. */
const change = async (hall: Hall, room: Room, { state, run }: Step): Promise<void> => {
  const { television } = hall;
  if (await run()) {
    if (state) hall.reach(state);
    if (!television.isAwake() || television.client().isCut) hall.reach('a television away at a call');
    return;
  }
  const { unmade } = room.$room.get();
  if (!unmade) return;
  hall.reach(
    'failure' in unmade.result ? 'a change of the list without an answer' : 'a change of the list refused',
  );
};

/** One thing that the staff does with the list; null if there is nothing to do. */
const nextStep = (hall: Hall, room: Room, { list, pending, unmade, undoable }: RoomView): Step | null => {
  if (!list) return null;
  if (unmade && hall.happens(0.5))
    return {
      run: async () => {
        if (unmade.remedy === 'again' && hall.happens(0.5)) room.again(unmade);
        else room.read(unmade);
        const known = hall.changes.get(unmade.op.id);
        if (known) known.isDismissed = true;
        return true;
      },
    };
  if (undoable && hall.happens(0.05)) {
    const undo = async (): Promise<boolean> => {
      room.undo();
      return true;
    };
    return { state: 'a change of the list undone', run: undo };
  }
  const { entries, tables } = list;
  const entry = hall.pick(entries.filter(isAlive));
  const queued = entries.filter(isQueued);
  if (!entry || (queued.length < 3 && hall.happens(0.5)) || hall.happens(0.1)) {
    if (queued.length > 12) return null;
    const wants = hall.pick(['any', 'pool', 'snooker'] as const) ?? 'any';
    const party = { name: hall.named(), name2: hall.happens(0.4) ? hall.named() : null, size: 2 };
    return { run: () => room.add({ ...party, wants, wantedId: null }) };
  }
  const free = tables.find((table) => isFree(table));
  const first = free && firstFor(list, pending, free);
  if (free && first && hall.happens(0.6))
    return { state: 'a party called', run: () => room.change(first, { kind: 'call', tableId: free.id }) };
  const at = tables.find(({ id }) => id === entry.tableId);
  return stepOf(hall, room, entry, at, queued);
};

const stepOf = (
  hall: Hall,
  room: Room,
  entry: PartyEntry,
  table: RoomTable | undefined,
  queued: readonly PartyEntry[],
): Step | null => {
  const doing = (made: Parameters<Room['change']>[1], state?: State): Step => ({
    ...(state && { state }),
    run: () => room.change(entry, made),
  });
  switch (entry.state) {
    case 'called':
      if (!table) return null;
      if (isLate(entry, hall.time.now())) return doing({ kind: 'missed' }, 'a party missed');
      return hall.happens(0.2)
        ? doing({ kind: 'call', tableId: table.id }, 'a party called again')
        : doing({ kind: 'start', tableId: table.id, replace: false }, 'a party started');
    case 'playing':
      if (!table || !canBegin(table) || !hall.happens(0.3)) return null;
      return doing({ kind: 'free' }, 'a party freed');
    case 'waiting': {
      const [next] = queued;
      return !next || next === entry || !hall.happens(0.15)
        ? doing({ kind: hall.happens(0.3) ? 'leave' : 'away' })
        : doing({ kind: 'place', next: next.id }, 'a party moved up');
    }
    default:
      return doing({ kind: hall.happens(0.7) ? 'back' : 'leave' });
  }
};

/** Somebody of the staff looks at a phone. */
export const lookAtPhone = (hall: Hall, { phone }: Hall['staff'][number]): void =>
  phone.use(({ room }) => {
    const step = nextStep(hall, room, room.$room.get());
    if (step && room.$room.get().isReached) void change(hall, room, step);
  });

/**
 * Both of the staff act on the first party and the first free table at once: one calls that party there; the other does,
 * too, or calls it to another table, or another party there, or knows that it went away.
 */
export const callTwice = (hall: Hall, state: State): void => {
  let acting = 0;
  for (const [index, { phone }] of hall.staff.entries()) {
    phone.use(({ room }) => {
      const { list, pending, isReached } = room.$room.get();
      const [free, ...others] = list?.tables.filter((table) => isFree(table)) ?? [];
      const first = list && free && firstFor(list, pending, free);
      if (!first || !isReached) return;
      const next = list.entries.find((entry) => entry.state === 'waiting' && entry !== first) ?? first;
      const choice = index === 0 ? 0 : Math.floor(hall.between(0, 4));
      acting += 1;
      if (acting === 2) hall.reach(state);
      const done = [
        () => room.change(first, { kind: 'call', tableId: free.id }),
        () => room.change(first, { kind: 'call', tableId: (others[0] ?? free).id }),
        () => room.change(next, { kind: 'call', tableId: free.id }),
        () => room.change(first, { kind: 'away' }),
      ][choice];
      if (done) void change(hall, room, { run: done });
    });
  }
};
