import { isDeepStrictEqual } from 'node:util';
import { lastCounting, lastUndone } from '../../../src/core/match/undo.ts';
import type { Board } from '../../../src/core/overlay/board.ts';
import { gameOf } from '../../../src/games/games.ts';
import type { Body } from '../../../src/rules/read.ts';
import { isRefusal, type Side } from '../../../src/rules/rules.ts';
import { changesBetween } from '../../../src/core/match/kept.ts';
import { sentAction, type Moment, type PendingAction } from '../../../src/core/match/pending-action.ts';
import { sentBoard } from '../../../src/core/match/sent-board.ts';
import { type MatchEvent, type MatchState, type Queue } from '../../../src/core/match/state.ts';
import {
  actAtTable,
  currentOf,
  stepTable,
  unknownTable,
  type TableEvent,
  type TableStep,
} from '../../../src/core/match/table.ts';
import { randomUUID } from 'node:crypto';
import type { MatchBackend, Table } from '../../../src/backend/contract.ts';
import { memoryBackend } from '../../../src/backend/memory.ts';
import type { Entry } from '../../../src/rules/log.ts';
import { NO_BRANDING } from '../../../src/core/branding/branding.ts';
import { BOARD, TOKEN } from '../../common/board.ts';
import { fakeDisk } from './fake-offline-store.ts';

/*
 * Devices that score one table by the machines of core/match, without timers: a test moves each request, each answer
 * and each announcement, as late, as often and in what order it likes.
 */

/** A request on its way: the server may see it more than once, the device hears of it once at most. */
interface Request {
  readonly match: string;
  readonly queue: Queue;
  readonly arrive: () => Promise<MatchEvent>;
  /** What came of it when it arrived first. */
  result: MatchEvent | null;
}

export type Tap =
  /** One of the moves that are offered, by a number. */
  | { readonly tap: 'move'; readonly choice: number }
  | { readonly tap: 'undo' | 'redo' }
  /** The rack that was played, by the racks of the match and those that the device shows as given. */
  | { readonly tap: 'rack'; readonly winners: readonly Side[] }
  /**
   * A correction, by the pad or by the desk's form, an action undone, or replaced by a move that is offered, by
   * numbers.
   */
  | { readonly tap: 'set' | 'save'; readonly choice: number }
  | { readonly tap: 'undoAny' | 'replace'; readonly choice: number }
  | { readonly tap: 'clock.start' | 'clock.stop' | 'clock.reset' };

const at = <Value>(values: readonly Value[], choice: number): Value | undefined =>
  values.length ? values[choice % values.length] : undefined;

/** A server with a table, and the time that its devices have. */
export interface World {
  readonly matches: MatchBackend;
  readonly table: Pick<Table, 'id' | 'token'>;
  readonly time: { nowMillis: number };
}

/** A server in memory, which has the devices' time. */
export const fakeWorld = async (): Promise<World> => {
  const time = { nowMillis: 1_800_000_000_000 };
  const table = { id: randomUUID(), token: TOKEN };
  const { s1, s2, raceTo, p1, p2 } = BOARD;
  const start = { p1, p2, s1, s2, raceTo };
  const first = {
    match: randomUUID(),
    game: 'plain',
    rules: 1,
    start,
    actions: [],
    board: { ...start, rules: 1, detail: null, result: null },
  };
  const matches = memoryBackend({ ...table, branding: NO_BRANDING, first }, () => time.nowMillis);
  return { matches, table, time };
};

/** Begins a match at the world's table, with so many devices that know it. */
export const openSimulation = async (
  { matches, table, time }: World,
  game: string,
  format: Body,
  count: number,
) => {
  const rules = gameOf(game);
  const read = rules?.readFormat(format);
  if (!rules || !read) throw new Error(`${game} can't be played`);
  const board = async (): Promise<Board> => {
    const answer = await matches.getOverlay(table.token);
    if (!answer) throw new Error('there is no table');
    return answer.board;
  };
  const match = randomUUID();
  await matches.beginMatch({
    tableId: table.id,
    expected: (await board()).match ?? '',
    match,
    game,
    rules: rules.version,
    start: format,
    agoMillis: 0,
    board: sentBoard(rules, rules.start(read)),
  });
  const log = async (): Promise<readonly Entry[]> => (await matches.getLog(match, 0)).entries;
  const devices: Device[] = [];
  const played: (() => Promise<unknown>)[] = [];
  const openDevice = (number: number) => {
    const digits = String(number).padStart(12, '0');
    const disk = fakeDisk();
    const key = { who: 'me', table: table.id };
    let offlineStore = disk.connect();
    let life = 0;
    let rev = 0;
    const moment = (): Moment => ({
      wallMillis: time.nowMillis,
      steadyMillis: time.nowMillis,
      life: String(life),
    });
    let state = unknownTable(digits);
    let requests: Request[] = [];
    let announced: Board[] = [];
    const tapped = new Set<string>();
    const dismissed = new Set<string>();
    const returned: PendingAction[] = [];

    const send = (id: string, queue: Queue, arrive: () => Promise<MatchEvent>): void => {
      played.push(arrive);
      requests = [...requests, { match: id, queue, arrive, result: null }];
    };

    const take = (next: TableStep): void => {
      const changes = changesBetween(state, next.state);
      state = next.state;
      if (changes) void offlineStore.keep(key, changes);
      for (const effect of next.effects) {
        if (effect.type === 'look') continue;
        const { match: id, effect: wanted } = effect;
        if (wanted.type === 'returned') returned.push(...wanted.returned.map(({ action }) => action));
        if (wanted.type === 'fetch') {
          send(id, 'log', async () => ({ type: 'fetched', page: await matches.getLog(id, wanted.afterSeq) }));
        } else if (wanted.type === 'append') {
          const { queue, afterSeq, actions, board: shown } = wanted;
          send(id, queue, async () => {
            const now = moment();
            const sent = actions.map((action) => sentAction(action, now));
            const answer = await matches.appendActions(id, afterSeq, sent, shown);
            return {
              type: 'appended',
              queue,
              afterSeq,
              ids: actions.map((action) => action.id),
              answer,
              chance: 0.5,
            };
          });
        }
      }
    };
    const dispatch = (event: TableEvent): void => take(stepTable(state, event, moment()));

    const bodyOf = (known: MatchState, tap: Tap): { kind: string; body: Body } | null => {
      const { play, shown } = known;
      if (!play) return null;
      const offered = (choice: number): { kind: string; body: Body } | null => {
        const move = at(play.rules.moves(shown.fold.state), choice);
        if (!move) return null;
        const { kind, ...body } = move;
        return { kind, body };
      };
      const target = (choice: number): string | undefined => at(shown.fold.lines, choice)?.action.id;
      switch (tap.tap) {
        case 'move':
          return offered(tap.choice);
        case 'rack': {
          const side = tap.winners[play.rules.unitsCompleted(shown.fold.state)];
          return side ? { kind: 'rack', body: { side } } : null;
        }
        case 'undo':
        case 'redo': {
          const line = tap.tap === 'undo' ? lastCounting(shown.fold) : lastUndone(shown.fold, shown.actions);
          return line && { kind: tap.tap, body: { t: line.action.id } };
        }
        case 'set': {
          const field = tap.choice % 2 ? 'p1' : 'p2';
          const from = play.rules.shown(shown.fold.state, field);
          return { kind: 'set', body: { changes: { [field]: { from, to: `Name ${String(tap.choice)}` } } } };
        }
        case 'save': {
          const changes = Object.fromEntries(
            ['p1', 'p2'].map((field) => {
              const from = play.rules.shown(shown.fold.state, field);
              return [field, { from, to: `Name ${String(tap.choice % 3)}` }];
            }),
          );
          return { kind: 'set', body: { changes } };
        }
        case 'undoAny': {
          const t = target(tap.choice);
          return t === undefined ? null : { kind: 'undo', body: { t } };
        }
        case 'replace': {
          const t = target(tap.choice);
          const move = offered(tap.choice);
          return t === undefined || !move ? null : { kind: 'replace', body: { t, ...move } };
        }
        default:
          return { kind: tap.tap, body: {} };
      }
    };

    const device = {
      state: () => state,
      match: () => currentOf(state),
      tapped,
      dismissed,
      returned,
      tap: (tap: Tap): void => {
        const known = currentOf(state);
        const action = known && bodyOf(known, tap);
        if (!action) return;
        const id = `${digits.slice(0, 8)}-${digits.slice(8)}${randomUUID().slice(13)}`;
        const result = actAtTable(state, {
          ...action,
          id,
          origin: tap.tap === 'save' ? 'desk' : 'pad',
          tap: moment(),
          atMillis: time.nowMillis,
        });
        if (isRefusal(result)) return;
        if (result.state !== state) tapped.add(id);
        take(result);
      },
      hold: (held: boolean): void => {
        if (device.match()) dispatch({ type: 'match', match, event: { type: 'hold', held } });
      },
      answer: (choice: 'again' | 'drop'): void => {
        const question = device.match()?.questions[0];
        if (!question) return;
        if (choice === 'drop') for (const { id } of question.actions) dismissed.add(id);
        dispatch({ type: 'match', match, event: { type: 'answer', id: question.id, choice } });
      },
      /** The server sees a request, perhaps not for the first time. */
      arrive: async (choice: number): Promise<void> => {
        const request = at(requests, choice);
        if (!request) return;
        const result = await request.arrive();
        request.result ??= result;
      },
      /** The device hears of a request; one that never arrived has failed. */
      hear: (choice: number, lost = false): void => {
        const request = at(requests, choice);
        if (!request) return;
        requests = requests.filter((other) => other !== request);
        const { queue, match: id } = request;
        const failed: MatchEvent = { type: 'failed', queue, failure: { kind: 'offline' }, chance: 0.5 };
        dispatch({ type: 'match', match: id, event: (lost ? null : request.result) ?? failed });
      },
      announce: (shown: Board): void => {
        announced = [...announced, shown];
      },
      /** One of the announcements arrives, and perhaps again; older ones than the last are ignored. */
      listen: (choice: number, again: boolean): void => {
        const shown = at(announced, choice);
        if (!shown) return;
        if (!again) announced = announced.filter((other) => other !== shown);
        if (shown.rev <= rev) return;
        ({ rev } = shown);
        dispatch({ type: 'shown', board: shown });
      },
      /** The time of a back-off is over. */
      wake: (): void => dispatch({ type: 'woke' }),
      /** The page closes, and messages on their way to it are lost; another one opens, with the stored state. */
      reload: async (): Promise<void> => {
        life++;
        offlineStore = disk.connect();
        requests = [];
        announced = [];
        rev = 0;
        state = unknownTable(digits);
        dispatch({ type: 'opened', kept: await offlineStore.open(key) });
        await device.look();
      },
      /** Asks what viewers see. */
      look: async (): Promise<void> => {
        const shown = await board();
        ({ rev } = shown);
        dispatch({ type: 'shown', board: shown });
      },
      kept: (): string[] => disk.actions(),
      busy: (): boolean => requests.length > 0,
    };
    return device;
  };

  type Device = ReturnType<typeof openDevice>;

  const revs: number[] = [(await board()).rev];
  /** Sends the devices the viewers' messages, once for each change. */
  const announceChanges = async (): Promise<void> => {
    const shown = await board();
    if (shown.rev === revs.at(-1)) return;
    revs.push(shown.rev);
    for (const device of devices) device.announce(shown);
  };

  const simulation = {
    rules,
    devices,
    revs,
    board,
    log,
    start: rules.start(read),
    pass: (seconds: number): void => {
      time.nowMillis += seconds * 1000;
    },
    arrive: async (device: Device, choice: number): Promise<void> => {
      await device.arrive(choice);
      await announceChanges();
    },
    /** Everything that was ever asked is asked again, in this order. */
    repeat: async (order: (requests: readonly (() => Promise<unknown>)[]) => (() => Promise<unknown>)[]) => {
      for (const arrive of order([...played])) await arrive();
    },
    /** Runs until all is still: the network works, everything goes on air, and nothing new happens. */
    settle: async (): Promise<void> => {
      for (const device of devices) device.hold(false);
      for (let round = 0; round < 100; round++) {
        for (const device of devices) {
          device.wake();
          await device.look();
          while (device.busy()) {
            await simulation.arrive(device, 0);
            device.hear(0);
          }
        }
        const entries = await log();
        const still = devices.every(
          (device) => !device.busy() && isDeepStrictEqual(entriesOf(device.match()), entries),
        );
        if (still && devices.every((device) => isSent(device.match()))) return;
      }
      throw new Error('it never came to rest');
    },
  };
  for (let number = 1; number <= count; number++) devices.push(openDevice(number));
  await simulation.settle();
  return simulation;
};

/** The log of a device as the server has it. */
export const entriesOf = (match: MatchState | null): unknown[] =>
  (match?.log.actions ?? []).map((entry) =>
    Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'own')),
  );

const isSent = (match: MatchState | null): boolean =>
  match !== null && match.pending.length === 0 && match.clocks.length === 0;
