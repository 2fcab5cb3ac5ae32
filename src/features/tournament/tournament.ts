import { atom, type ReadableAtom } from 'nanostores';
import type {
  ChangedTournament,
  KeptTournament,
  ListedTournament,
  TournamentOp,
} from '../../backend/contract.ts';
import type { Failure } from '../../core/failure.ts';
import { UNDO_MILLIS, type PartyEntry } from '../../core/room/list.ts';
import type { Fact } from '../../core/tournament/facts.ts';
import { tournamentFragment } from '../../core/venue/fragment.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import { failedBy } from '../../browser/change.ts';
import { derived } from '../../browser/derived.ts';
import { repeated } from '../../browser/repeated.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import type { TournamentInRoom } from '../room/props.ts';
import type { Room } from '../room/room.ts';
import { eveningOf, isOn } from './evening.ts';

/** Facts that weren't added: the server's reason, or no answer for two minutes. */
export interface Unsaid {
  readonly op: TournamentOp;
  readonly result: Pick<ChangedTournament, 'outcome' | 'inTheWay'> | { readonly failure: Failure };
}

export interface TournamentsView {
  /** The last list that arrived, kept through failures; null before the first. */
  readonly all: readonly ListedTournament[] | null;
  /** The open tournament as it last arrived; null before that. */
  readonly kept: KeptTournament | null;
  /** The list's entries that were known when it was asked for. */
  readonly seen: readonly PartyEntry[];
  /** Whether the venue has no such tournament. */
  readonly isMissing: boolean;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
  /** Whether facts are on their way. */
  readonly isSending: boolean;
  /** The last facts that weren't added, until the user dismisses them. */
  readonly unsaid: Unsaid | null;
  /** What Undo would write: what the keys that this device wrote last were before. Null if nothing can be undone. */
  readonly undoing: { readonly facts: readonly Fact[]; readonly atMillis: number } | null;
}

/** A venue's tournaments, of which one is open. Changes resolve to whether they were made. */
export interface Tournaments {
  /** Followed while mounted. */
  readonly $view: ReadableAtom<TournamentsView>;
  /** The tournament that has tables now, for the room; null for none. */
  readonly $inRoom: ReadableAtom<TournamentInRoom | null>;
  /** Opens one; without an id the latest that isn't closed. */
  readonly open: (id: string | null) => void;
  readonly refresh: () => Promise<void>;
  /** Begins a tournament and goes to its screen. */
  readonly begin: (title: string) => Promise<boolean>;
  /** Adds facts to the open tournament. */
  readonly say: (facts: readonly Fact[]) => Promise<boolean>;
  readonly undo: () => Promise<boolean>;
  /** Sends unanswered facts again. */
  readonly again: (unsaid: Unsaid) => void;
  /** Dismisses facts that weren't added. */
  readonly read: () => void;
  /** How many minutes the racks or frames of a game took here lately, one for each match; empty if that isn't known. */
  readonly unitMinutes: (game: string) => Promise<readonly number[]>;
  /** Gives 0 to 1. */
  readonly chance: () => number;
  /** Clears everything when the account changes. */
  readonly forget: () => void;
}

interface TournamentsOptions {
  readonly room: Pick<Room, '$room'>;
  /** Whether the user may add any facts, or else outcomes alone. */
  readonly mayRun: () => boolean;
  /** Server time, in milliseconds since the epoch. */
  readonly serverNow: () => number;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
}

type State = Omit<TournamentsView, 'undoing' | 'isSending'> & {
  /** How many changes are on their way. */
  readonly sending: number;
  /** The numbers of the facts that this device added last. */
  readonly made: readonly number[];
};

const LATELY_MILLIS = 90 * 24 * 60 * 60_000;
/** A longer rack or frame was a match that somebody left. */
const MOST_MINUTES = 90;

const NOTHING: State = {
  all: null,
  kept: null,
  seen: [],
  isMissing: false,
  failure: null,
  sending: 0,
  unsaid: null,
  made: [],
};

export const createTournaments = (
  environment: Pick<VenueEnvironment, 'tournaments' | 'results' | 'now' | 'newId' | 'goTo' | 'chance'>,
  { room, mayRun, serverNow, endedBy }: TournamentsOptions,
): Tournaments => {
  const { tournaments, results, newId, now, goTo, chance } = environment;
  const $state = atom(NOTHING);
  /** The tournament to show; null for the latest that isn't closed. */
  let asked: string | null = null;
  /** Grows with every look, change and account: an answer to an earlier one may be from before. */
  let number = 0;
  let accounts = 0;
  /** The numbers of the facts that this page added to tournaments it had open. */
  const own = new Set<number>();
  let line: Promise<void> = Promise.resolve();

  const update = (changes: Partial<State>): void => $state.set({ ...$state.get(), ...changes });

  const listed = (): readonly PartyEntry[] => room.$room.get().list?.entries ?? [];

  const refresh = async (): Promise<void> => {
    const own = ++number;
    const seen = listed();
    try {
      const { listTournaments, getTournament } = tournaments();
      const before = $state.get();
      const expected = before.isMissing ? null : (asked ?? before.kept?.id ?? null);
      // Beside the list, instead of after it.
      const early = expected === null ? null : getTournament(expected);
      // The list may say that it is gone.
      early?.catch(() => {});
      const all = await listTournaments();
      const id = asked ?? all.find(({ isClosed }) => !isClosed)?.id ?? null;
      const isMissing = id !== null && all.every((listed) => listed.id !== id);
      const kept = id === null || isMissing ? null : await (id === expected ? early : getTournament(id));
      if (own === number) update({ all, kept, seen, isMissing, failure: null });
    } catch (thrown) {
      const failure = failedBy(thrown, endedBy);
      if (own === number) update({ failure });
    }
  };

  const $view = derived([$state], ({ made, sending, ...state }): TournamentsView => {
    const isSending = sending > 0;
    const mine = (state.kept?.facts ?? []).filter(
      ({ seq, atMillis }) => made.includes(seq) && atMillis > serverNow() - UNDO_MILLIS,
    );
    // Another device may have changed one of them since.
    const [last] = mine.length === made.length && !isSending ? mine : [];
    const facts = mine.map(({ key, was }) => ({ key, value: was ?? null }));
    return { ...state, isSending, undoing: last ? { facts, atMillis: last.atMillis } : null };
  });
  const $inRoom = derived([$view, room.$room], ({ kept, seen }, { list }): TournamentInRoom | null => {
    const evening = kept && list && eveningOf(kept, list.entries, seen);
    if (!evening || !isOn(evening)) return null;
    const { id, title, tables, toCall } = evening;
    return { id, title, tables: new Set(tables), ready: toCall.length };
  });

  // A tournament's changes are changes of the room, and its matches are announced there.
  onBrowserMount($state, () => {
    let { list } = room.$room.get();
    void refresh();
    return room.$room.listen((view) => {
      if (view.list === list) return;
      list = view.list;
      void refresh();
    });
  });

  const seqsOf = (id: string): ReadonlyMap<string, number> => {
    const { kept } = $state.get();
    return new Map(kept?.id === id ? kept.facts.map(({ key, seq }) => [key, seq]) : []);
  };

  const carryOut = async (op: TournamentOp, sinceMillis: number): Promise<boolean> => {
    const account = accounts;
    const seen = listed();
    update({ unsaid: null });
    const { runTournament, changeTournament } = tournaments();
    const send = () => (mayRun() ? runTournament : changeTournament)(op);
    const result = await repeated(send, { now, endedBy, sinceMillis });
    if (account !== accounts) return false;
    number += 1;
    const isMade = 'outcome' in result && (result.outcome === 'done' || result.outcome === 'already');
    const kept = 'outcome' in result ? result.tournament : null;
    const before = new Map(op.facts.map((fact) => [fact.key, fact.before]));
    const made = (kept?.facts ?? []).flatMap(({ key, seq }) => {
      const last = before.get(key);
      return isMade && last !== undefined && seq > last ? [seq] : [];
    });
    made.forEach((seq) => own.add(seq));
    update({
      unsaid: isMade ? null : { op, result },
      ...(kept && { kept, seen }),
      // The first fact opened it.
      ...(isMade && { made: made.filter((seq) => seq > 1) }),
    });
    return isMade;
  };

  /** Sends one after the other, because each names the facts before it. */
  const inLine = async (work: () => Promise<boolean>): Promise<boolean> => {
    const account = accounts;
    update({ sending: $state.get().sending + 1 });
    const done = line.then(async () => account === accounts && work());
    line = done.then(
      () => {},
      () => {},
    );
    const isDone = await done;
    if (account === accounts) update({ sending: $state.get().sending - 1 });
    return isDone;
  };

  const say = (tournament: string, facts: readonly Fact[]): Promise<boolean> => {
    const [seen, sinceMillis] = [seqsOf(tournament), now()];
    return inLine(async () => {
      const known = seqsOf(tournament);
      const before = (key: string): number => {
        const last = known.get(key) ?? 0;
        // What this page itself added meanwhile, its user knows.
        return own.has(last) ? last : (seen.get(key) ?? 0);
      };
      const dated = facts.map((fact) => ({ ...fact, before: before(fact.key) }));
      return carryOut({ id: newId(), tournament, facts: dated }, sinceMillis);
    });
  };
  const sayOpen = async (facts: readonly Fact[]): Promise<boolean> => {
    const { kept } = $state.get();
    return kept !== null && facts.length > 0 && say(kept.id, facts);
  };

  return {
    $view,
    $inRoom,
    open: (id) => {
      if (asked === id && $state.get().kept?.id === id) return;
      asked = id;
      const { kept } = $state.get();
      update({ kept: kept?.id === id ? kept : null, isMissing: false, made: [], unsaid: null });
      own.clear();
      void refresh();
    },
    refresh,
    begin: async (title) => {
      const id = newId();
      const isBegun = await say(id, [{ key: 'open', value: { title } }]);
      if (isBegun) goTo(tournamentFragment(id));
      return isBegun;
    },
    say: sayOpen,
    undo: async () => {
      const { undoing } = $view.get();
      const isUndone = undoing !== null && (await sayOpen(undoing.facts));
      if (isUndone) update({ made: [] });
      return isUndone;
    },
    again: ({ op }) => void inLine(() => carryOut(op, now())),
    read: () => update({ unsaid: null }),
    unitMinutes: async (game) => {
      const toMillis = serverNow();
      const query = { fromMillis: toMillis - LATELY_MILLIS, toMillis, game, state: 'over' } as const;
      // Without an answer, it isn't known.
      const page = await results()
        .listResults(query)
        .catch(() => null);
      return (page?.results ?? []).flatMap(({ startedAtMillis, lastAtMillis, scores: [a, b] }) => {
        const minutes = (lastAtMillis - startedAtMillis) / 60_000 / (a + b);
        return minutes > 0 && minutes < MOST_MINUTES ? [minutes] : [];
      });
    },
    chance,
    forget: () => {
      number += 1;
      accounts += 1;
      asked = null;
      own.clear();
      $state.set(NOTHING);
    },
  };
};
