import { isDeepStrictEqual } from 'node:util';
import { fold } from '../../../src/core/match/fold.ts';
import { isMove } from '../../../src/core/match/pending-action.ts';
import { isSame } from '../../../src/core/match/rebase.ts';
import { sentBoard } from '../../../src/core/match/sent-board.ts';
import { randomFrom } from '../../../src/core/random-from.ts';
import type { Entry } from '../../../src/rules/log.ts';
import { fakeVenue } from '../../unit/fakes/venue.ts';
import { formatWith } from '../formats.ts';
import { openOverlay, openPad, type Gadget, type Pad, type World } from './gadgets.ts';
import { CALM } from './network.ts';
import { withHallTime } from './time.ts';
import { truthOf, type Truth } from './truth.ts';

/*
 * An evening in a hall from a seed: people at tables score what really happens with the pages' own code, over a network
 * that fails, on devices that sleep, reload and are removed. Whatever happens, the properties hold.
 */

/** What holds of every evening. */
export const PROPERTIES = {
  kept: 'what was acknowledged is kept',
  once: 'nothing counts twice',
  screens: 'every screen equals the fold within 2 s of the last fault',
  undo: 'undo is as if it had never been',
} as const;

export type Property = keyof typeof PROPERTIES;

/** A property that an evening broke. */
export class Broken extends Error {
  readonly property: Property;
  constructor(property: Property, what: string) {
    super(`${PROPERTIES[property]}: ${what}`);
    this.property = property;
  }
}

export interface Evening {
  /** How many callbacks ran. */
  readonly callbacks: number;
  /** How often each state was reached. */
  readonly reached: ReadonlyMap<string, number>;
}

const OPENS_MILLIS = Date.UTC(2026, 0, 10, 19, 0);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOURS = 6;
const CALMS = 3;

interface Seat {
  readonly table: HallTable;
  readonly pad: Pad;
}

interface HallTable {
  readonly id: string;
  readonly token: string;
  readonly game: 'eight-ball' | 'snooker';
  readonly truths: Map<string, Truth>;
}

export const playEvening = (seed: number): Promise<Evening> =>
  withHallTime(OPENS_MILLIS, async (time) => {
    const random = randomFrom(seed);
    const between = (low: number, high: number): number => low + (high - low) * random();
    const happens = (chance: number): boolean => random() < chance;
    const pick = <Value>(values: readonly Value[]): Value =>
      values[Math.floor(random() * values.length)] as Value;
    const reached = new Map<string, number>();
    const reach = (state: string): void => void reached.set(state, (reached.get(state) ?? 0) + 1);

    const venue = fakeVenue(random);
    const world: World = { time, random, venue };
    const owner = venue.connect({ owner: 'me' });
    const mistakes = new Set<string>();
    /** Whether people tap and devices fail. */
    let isBusy = true;

    const [first] = (await owner.tables.listTables()).tables;
    const second = await owner.tables.addTable('Snooker', 'snooker');
    if (!first) throw new Error('no table was made');
    const tokenOf = async (id: string): Promise<string> =>
      (await owner.tables.listTables()).tables.find((table) => table.id === id)?.token ?? '';
    const tables: HallTable[] = [
      { id: first.id, token: first.token, game: 'eight-ball', truths: new Map() },
      { id: second, token: await tokenOf(second), game: 'snooker', truths: new Map() },
    ];
    const logOf = (match: string): readonly Entry[] => venue.log(match).filter(Boolean);

    /** What is really played at a table; null before its first match. */
    const truthAt = ({ id, truths }: HallTable): Truth | null =>
      truths.get(venue.board(id).match ?? '') ?? null;
    const noteTruth = async (table: HallTable): Promise<void> => {
      const match = venue.board(table.id).match ?? '';
      if (table.truths.has(match)) return;
      const { match: record } = await owner.matches.getLog(match, 0);
      if (record.game === table.game) table.truths.set(match, truthOf(record));
    };

    const seats: Seat[] = [];
    const linked = async (table: HallTable, name: string): Promise<void> => {
      const { id, secret } = await owner.tables.addScorerLink(table.id, name, null, { kind: 'scorer' });
      seats.push({ table, pad: openPad(world, name, { link: secret }, id, table.id) });
    };
    for (const table of tables)
      for (const name of ['one', 'two']) await linked(table, `${table.game} ${name}`);
    const overlays = tables.map((table) => ({ table, overlay: openOverlay(world, 'overlay', table.token) }));

    /** Somebody looks at a pad, and taps what is missing there. */
    const look = ({ table, pad }: Seat): void =>
      pad.use(({ scoring }) => {
        const scored = scoring.$scored.get();
        if (!scored || scored.sync === 'forbidden') return;
        const truth = table.truths.get(scored.match.id);
        const { question } = scored;
        if (question) {
          reach('a question asked');
          for (const { id, fits } of question.actions.slice(0, 1)) {
            const at = truth?.shownBy(scored.state) ?? null;
            const asked = Object.values(pad.part().sync.$table.get().matches)
              .flatMap(({ questions }) => questions.flatMap(({ actions }) => actions))
              .find((action) => action.id === id);
            const right = at === null ? undefined : truth?.moves[at];
            const again =
              fits && asked && right && isMove(asked.kind) && !mistakes.has(id) && isSame(asked, right);
            reach(again ? 'a question answered with again' : 'a question dropped');
            scoring.answer(question.id, again ? 'again' : 'drop', id);
          }
          return;
        }
        if (!truth) {
          if (scored.match.game !== 'plain' || scored.pending > 0) return;
          void scoring.begin(table.game, format(table));
          return;
        }
        const at = truth.shownBy(scored.state);
        if (at === null) {
          // It must be a mistake, anybody's.
          if (scored.undoable) {
            reach(scored.undoable.action.own ? 'an undo' : 'an undo across devices');
            scoring.undo();
          }
          return;
        }
        const right = truth.moves[at];
        if (!right) {
          if (truth.isOver() && scored.pending === 0 && happens(0.3))
            void scoring.begin(table.game, format(table));
          return;
        }
        const wrong = happens(0.03) && isBusy ? truth.mistake(scored.state, random) : null;
        const did = wrong ?? right;
        const made = scoring.score(did.kind, did.body);
        if ('id' in made && wrong) {
          mistakes.add(made.id);
          reach('a mistake');
        }
      });
    const format = ({ game }: HallTable) => formatWith(game, game === 'snooker' ? 3 : 5);

    /** Does something again and again while the hall is busy. */
    const again = (low: number, high: number, work: () => void | Promise<void>): void =>
      time.after(between(low, high), null, () => {
        if (isBusy) void work();
        again(low, high, work);
      });
    for (const table of tables) {
      again(20 * SECOND, 3 * MINUTE, async () => {
        await noteTruth(table);
        truthAt(table)?.happen(random);
      });
    }
    for (const seat of seats) again(2 * SECOND, 40 * SECOND, () => look(seat));

    const gadgets: readonly Gadget<unknown>[] = [
      ...seats.map(({ pad }) => pad),
      ...overlays.map(({ overlay }) => overlay),
    ];
    const fail = (gadget: Gadget<unknown>): void => {
      const forMillis = between(5 * SECOND, happens(0.3) ? 10 * MINUTE : MINUTE);
      const later = (work: () => void): void => time.after(forMillis, null, work);
      pick([
        () => {
          gadget.cut();
          later(gadget.restore);
        },
        () => {
          gadget.sleep();
          if (happens(0.5)) gadget.cut();
          later(() => {
            gadget.wake();
            gadget.restore();
          });
        },
        () => {
          if (gadget.disk.actions().length > 0) reach('a reload with unsent taps');
          gadget.reload();
        },
        () => gadget.jump(between(-60, 60) * MINUTE),
        () => {
          gadget.setWeather({
            delayMillis: between(20, 3000),
            lost: between(0, 0.3),
            twice: between(0, 0.2),
          });
          later(() => gadget.setWeather(CALM));
        },
        () => gadget.client().drop(),
      ])();
    };
    for (const gadget of gadgets) again(2 * MINUTE, 20 * MINUTE, () => fail(gadget));

    const checkScreens = (): void => {
      for (const { table, overlay } of overlays) {
        const shown = overlay.part().$live.get().board;
        const board = venue.board(table.id);
        if (!isDeepStrictEqual(shown, board))
          throw new Broken(
            'screens',
            `${overlay.name} shows ${JSON.stringify(shown)}, not ${JSON.stringify(board)}`,
          );
      }
    };
    const checkLogs = (): void => {
      for (const { truths } of tables) {
        for (const { id, rules, start, moves } of truths.values()) {
          const entries = logOf(id);
          const { lines, state } = fold(rules, start, entries);
          const counting = lines.filter(
            ({ fate, action }) => fate.status === 'counts' && !mistakes.has(action.id),
          );
          for (const [index, { effective, action }] of counting.entries()) {
            const move = moves[index];
            if (!move || !isSame(effective, move))
              throw new Broken(
                'once',
                `${action.kind} ${JSON.stringify(action.body)} is number ${index + 1}, not ${JSON.stringify(move)}`,
              );
          }
          const undone = new Set(
            lines.filter(({ fate }) => fate.status === 'undone').map(({ action }) => action.id),
          );
          const never = entries.filter(
            ({ id: own, body }) => !undone.has(own) && !undone.has(String(body['t'])),
          );
          if (!isDeepStrictEqual(fold(rules, start, never).state, state))
            throw new Broken('undo', `match ${id} shows ${JSON.stringify(sentBoard(rules, state))}`);
        }
      }
      for (const { table, pad } of seats) {
        for (const { id, pending, log } of Object.values(pad.part().sync.$table.get().matches)) {
          if (pending.length > 0)
            throw new Broken('kept', `${pad.name} still has ${JSON.stringify(pending)}`);
          if (log.actions.length !== logOf(id).length && id === venue.board(table.id).match)
            throw new Broken('kept', `${pad.name} has ${log.actions.length} entries of ${logOf(id).length}`);
        }
      }
    };

    const calm = async (): Promise<void> => {
      isBusy = false;
      for (const gadget of gadgets) {
        gadget.setWeather(CALM);
        gadget.wake();
        gadget.restore();
      }
      await time.runUntil(time.now() + 2 * SECOND);
      checkScreens();
      await time.runUntil(time.now() + 75 * SECOND);
      checkLogs();
      checkScreens();
    };
    for (let number = 1; number <= CALMS; number += 1) {
      await time.runUntil(OPENS_MILLIS + (number * HOURS * 60 * MINUTE) / CALMS - 10 * MINUTE);
      await calm();
      isBusy = true;
    }
    return { callbacks: time.count(), reached };
  });
