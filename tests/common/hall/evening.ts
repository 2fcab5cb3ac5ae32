import { MINUTE, openHall, SECOND, type Hall, type HallOptions, type Seat } from './hall.ts';
import type { Gadget } from './gadgets.ts';
import { CALM } from './network.ts';
import { beginTwice, callTwice, lookAtPad, lookAtPhone } from './people.ts';
import { Broken } from './broken.ts';
import { checkCalm, noteTables } from './properties.ts';
import type { State } from './states.ts';
import { withHallTime } from './time.ts';

/*
 * An evening in a hall from a seed: people score what really happens with the pages' own code, over a network that
 * fails, on devices that sleep, reload and are removed. Whatever happens, the properties hold.
 */

export interface Evening {
  /** How many callbacks ran. */
  readonly callbacks: number;
  /** How often each state was reached. */
  readonly reached: ReadonlyMap<State, number>;
}

const OPENS_MILLIS = Date.UTC(2026, 0, 10, 20, 30);
const MIDNIGHT_MILLIS = Date.UTC(2026, 0, 11);
const CLOSING_MILLIS = MIDNIGHT_MILLIS + 60 * MINUTE;
const HOURS = 6;
const CALMS = 3;
const ROUNDS = 60;

const isUnsent = ({ disk }: Gadget<unknown>): boolean => disk.actions().length > 0;

/** Something fails on a device, mostly for a while. */
const fail = (hall: Hall, gadget: Gadget<unknown>): void => {
  const { between, happens, time, reach } = hall;
  const forMillis = between(5 * SECOND, happens(0.3) ? 10 * MINUTE : MINUTE);
  const later = (work: () => void): void => time.after(forMillis, null, work);
  const isLong = forMillis > 5 * MINUTE;
  const faults = [
    () => {
      gadget.cut();
      if (isLong) reach('a cut of more than five minutes');
      later(gadget.restore);
    },
    () => {
      gadget.sleep();
      if (isUnsent(gadget)) reach('a sleep with unsent taps');
      if (happens(0.5)) gadget.cut();
      later(() => {
        gadget.wake();
        gadget.restore();
      });
    },
    () => {
      if (isUnsent(gadget)) reach('a reload with unsent taps');
      if (gadget.lasting.getItem('room-changes-1')) reach('a reload with a change on its way');
      const wasOld = gadget.isOld();
      gadget.reload();
      if (wasOld && !gadget.isOld())
        reach(isUnsent(gadget) ? 'a new version with unsent taps' : 'a new version');
    },
    () => {
      if (isUnsent(gadget)) reach('a clock jumped with unsent taps');
      gadget.jump(between(-60, 60) * MINUTE);
    },
    () => {
      gadget.setWeather({ delayMillis: between(20, 3000), lost: between(0, 0.3), twice: between(0, 0.2) });
      later(() => gadget.setWeather(CALM));
    },
    () => gadget.client().drop(),
  ];
  hall.pick(faults)?.();
};

/** A pad's rights end, mostly while it has no network, and another pad comes. */
const revoke = async (hall: Hall, seat: Seat): Promise<void> => {
  if (seat.revoked) return;
  if (hall.happens(0.7)) {
    seat.pad.cut();
    hall.time.after(3 * MINUTE, null, seat.pad.restore);
    hall.time.after(2 * MINUTE, null, () => void end());
  } else await end();
  async function end(): Promise<void> {
    hall.reach(isUnsent(seat.pad) ? 'a revoked pad with unsent taps' : 'a revoked pad without unsent taps');
    await seat.revoke();
    hall.watch(await hall.sit(seat.table, `${seat.pad.name}'`));
  }
};

export const playEvening = (seed: number, options?: HallOptions): Promise<Evening> =>
  withHallTime(OPENS_MILLIS, async (time) => {
    const hall = await openHall(time, seed, {
      ...options,
      onCall: (call) => {
        options?.onCall?.(call);
        if (call.name === 'changeWaiting') noteTables(hall);
      },
    });
    const { between, happens, venue } = hall;

    /** Does something again and again while the hall is busy. */
    const again = (low: number, high: number, work: () => void | Promise<void>): void =>
      time.after(between(low, high), null, () => {
        if (hall.isBusy) void work();
        again(low, high, work);
      });
    hall.watch = (seat) => {
      again(5 * SECOND, 60 * SECOND, () => lookAtPad(hall, seat));
      again(2 * MINUTE, 15 * MINUTE, () => fail(hall, seat.pad));
    };
    for (const seat of hall.seats) hall.watch(seat);
    for (const table of hall.tables) {
      again(30 * SECOND, 4 * MINUTE, () => hall.truthAt(table)?.happen(hall.random));
      again(15 * SECOND, 15 * SECOND, () => hall.noteTruth(table));
      again(10 * MINUTE, 40 * MINUTE, () => beginTwice(hall, table));
    }
    for (const one of hall.staff) {
      again(15 * SECOND, 4 * MINUTE, () => lookAtPhone(hall, one));
      again(5 * MINUTE, 40 * MINUTE, () => fail(hall, one.phone));
    }
    again(5 * MINUTE, 20 * MINUTE, () => callTwice(hall, 'a party called by two'));
    for (const { overlay } of hall.overlays) again(5 * MINUTE, 40 * MINUTE, () => fail(hall, overlay));
    again(5 * MINUTE, 40 * MINUTE, () => fail(hall, hall.television));
    again(60 * MINUTE, 3 * 60 * MINUTE, async () => {
      const seat = hall.pick(hall.seats);
      if (seat) await revoke(hall, seat);
    });
    again(40 * MINUTE, 3 * 60 * MINUTE, () => {
      const seat = hall.pick(hall.seats);
      if (seat && 'link' in seat.who) seat.limitedMillis = venue.limit(seat.by, between(1, 20) * MINUTE);
    });
    again(10 * MINUTE, 60 * MINUTE, () => hall.folding.fold());
    again(20 * MINUTE, 90 * MINUTE, () => {
      const one = hall.pick(hall.staff);
      if (!one) return;
      // Its network goes in the moment of a change.
      one.phone.setWeather({ ...CALM, lost: 1 });
      lookAtPhone(hall, one);
      time.after(SECOND, null, () => {
        one.phone.setWeather(CALM);
        if (hall.isBusy) one.phone.cut();
      });
      time.after(20 * SECOND, null, () => {
        if (!happens(0.5)) return;
        if (one.phone.lasting.getItem('room-changes-1')) hall.reach('a reload with a change on its way');
        one.phone.reload();
      });
      time.after(between(20 * SECOND, 6 * MINUTE), null, one.phone.restore);
    });

    time.after(MIDNIGHT_MILLIS - time.now(), null, () => {
      const before = hall.tapped.size;
      for (const seat of hall.seats) lookAtPad(hall, seat);
      // After all of them have looked.
      time.after(0, null, () => {
        if (hall.tapped.size > before) hall.reach('a tap at midnight');
      });
    });
    for (let seconds = 0; seconds < 300; seconds += 20) {
      time.after(CLOSING_MILLIS + seconds * SECOND - time.now(), null, () =>
        callTwice(hall, 'a call at the closing hour'),
      );
    }

    for (let number = 1; number <= CALMS; number += 1) {
      await time.runUntil(OPENS_MILLIS + (number * HOURS * 60 * MINUTE) / CALMS - 10 * MINUTE);
      hall.isBusy = false;
      for (const gadget of hall.gadgets()) {
        gadget.setWeather(CALM);
        gadget.wake();
        gadget.restore();
      }
      // The last fault: everything that listens breaks while the list changes.
      for (const gadget of hall.gadgets()) gadget.client().drop();
      await hall.addParty();
      await checkCalm(hall);
      if (number < CALMS) hall.isBusy = true;
    }
    // In the end everybody taps what is missing, and answers what is asked.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const seat of hall.seats) if (!seat.revoked) lookAtPad(hall, seat);
      await time.runUntil(time.now() + 5 * SECOND);
    }
    await checkCalm(hall);
    for (const table of hall.tables) {
      const truth = hall.truthAt(table);
      const seats = hall.seats.filter((seat) => seat.table === table && !seat.revoked);
      for (const { pad, limitedMillis } of seats) {
        const scored = pad.part().scoring.$scored.get();
        if (!truth || !scored || limitedMillis > time.now()) continue;
        if (scored.question) throw new Broken('rest', `${pad.name} still asks`);
        if (truth.shownBy(scored.state) !== truth.moves.length)
          throw new Broken(
            'kept',
            `${pad.name} shows ${truth.shownBy(scored.state)} of ${truth.moves.length}`,
          );
      }
    }
    return { callbacks: time.count(), reached: hall.reached };
  });
