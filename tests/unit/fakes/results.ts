import { expect } from 'vitest';
import type { ResultsBackend, ResultsQuery } from '../../../src/backend/contract.ts';
import { placedAtMillis } from '../../../src/core/results/listing.ts';
import type { FullResult } from '../../../src/core/results/result.ts';
import type { Client } from './network.ts';

/* The results of venues for tests of stores. */

const NO_DETAIL = {
  event: '',
  units: [],
  rows: [],
  faults: [],
  bestOf: null,
  minutes: null,
  handicap: null,
} as const;

export const fakeResults = (serverMillis: () => number) => {
  const kept = new Map<string, FullResult[]>();
  const due = new Map<string, FullResult[]>();
  /** How many are due that can't be folded, by owner. */
  const stuck = new Map<string, number>();
  let made = 0;

  const of = (owner: string): FullResult[] => kept.get(owner) ?? [];
  const place = (owner: string, result: FullResult): void => void kept.set(owner, [...of(owner), result]);
  const placed = (result: FullResult): number =>
    result.state === 'live' ? serverMillis() : placedAtMillis(result);
  const change = (owner: string, id: string, to: (before: FullResult) => FullResult): void => {
    kept.set(
      owner,
      of(owner).map((result) => (result.id === id ? { ...to(result), rev: result.rev + 1 } : result)),
    );
  };
  /** A result of a match that ended then, unless `changes` say otherwise. */
  const resultAt = (endedAtMillis: number, changes: Partial<FullResult>): FullResult => {
    const startedAtMillis = endedAtMillis - 40 * 60_000;
    return {
      id: String(++made).padStart(22, 'r'),
      state: 'over',
      tableId: null,
      tableTitle: 'Table 1',
      game: 'eight-ball',
      names: ['Salma', 'Karim'],
      players: ['salma', 'karim'],
      scores: [5, 3],
      raceTo: 5,
      winner: 'A',
      startedAtMillis,
      lastAtMillis: endedAtMillis,
      endedAtMillis,
      rev: 1,
      byHand: false,
      setAside: false,
      imported: false,
      detail: NO_DETAIL,
      corrected: null,
      ...changes,
    };
  };

  return {
    /** Keeps a result. */
    add: (owner: string, endedAtMillis: number, changes: Partial<FullResult> = {}): string => {
      const result = resultAt(endedAtMillis, changes);
      place(owner, result);
      return result.id;
    },
    /** A match was played and isn't folded yet. */
    play: (owner: string, endedAtMillis: number): void => {
      due.set(owner, [...(due.get(owner) ?? []), resultAt(endedAtMillis, {})]);
    },
    /** So many matches are due that the server's rules can't read. */
    stick: (owner: string, count: number): void => void stuck.set(owner, count),
    backend: (owner: string, { request }: Client): ResultsBackend => {
      const listed = ({ fromMillis, toMillis, tableId, game, state }: ResultsQuery): FullResult[] =>
        of(owner)
          .filter((result) => placed(result) >= fromMillis && placed(result) < toMillis)
          .filter((result) => tableId === undefined || result.tableId === tableId)
          .filter((result) => game === undefined || result.game === game)
          .filter((result) => state === undefined || result.state === state)
          .sort((one, other) => placed(other) - placed(one));
      return {
        listResults: (query) =>
          request('listResults', async () => {
            const { after, most = 100, fromMillis, toMillis } = query;
            const [live, all] = [
              listed(query).filter(({ state }) => state === 'live'),
              listed(query).filter(({ state }) => state !== 'live'),
            ];
            const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
            const page = all.slice(from, from + most);
            const isEmpty = live.length + page.length === 0;
            const times = isEmpty ? of(owner).map(placed) : [];
            const before = times.filter((at) => at < fromMillis);
            const later = times.filter((at) => at >= toMillis);
            return {
              live: after === undefined ? live : [],
              results: page,
              next: from + most < all.length ? (page.at(-1)?.id ?? null) : null,
              nearest: {
                beforeMillis: before.length > 0 ? Math.max(...before) : null,
                afterMillis: later.length > 0 ? Math.min(...later) : null,
              },
              due: (due.get(owner)?.length ?? 0) + (stuck.get(owner) ?? 0),
              serverMillis: serverMillis(),
            };
          }),
        countResults: (instants) =>
          request('countResults', async () =>
            instants.slice(1).map((toMillis, index) => {
              const window = { fromMillis: instants[index] ?? 0, toMillis };
              return listed(window).filter(({ setAside }) => !setAside).length;
            }),
          ),
        getResult: (id) =>
          request('getResult', async () => of(owner).find((result) => result.id === id) ?? null),
        setAside: (id, setAside) =>
          request('setAside', async () => change(owner, id, (result) => ({ ...result, setAside }))),
        correctResult: (id, correction) =>
          request('correctResult', async () =>
            change(owner, id, (result) => {
              const { names, scores } = result.corrected ?? result;
              const corrected = { names, scores, atMillis: serverMillis() };
              return correction
                ? { ...result, ...correction, byHand: true, corrected }
                : { ...result, names, scores, byHand: false, corrected: null };
            }),
          ),
        getReport: () => expect.unreachable('no report is asked for'),
        deleteResult: (id) =>
          request('deleteResult', async () => {
            if (of(owner).find((result) => result.id === id)?.state === 'live') return 'current';
            kept.set(
              owner,
              of(owner).filter((result) => result.id !== id),
            );
            return 'deleted';
          }),
        foldDue: () =>
          request('foldDue', async () => {
            const [next, ...rest] = due.get(owner) ?? [];
            due.set(owner, rest);
            if (next) place(owner, next);
            return next ? 1 : 0;
          }),
      };
    },
  };
};
