import { FOLD } from '../../../supabase/functions/score/fold.ts';
import type { ScoreDatabase } from '../../../supabase/functions/score/ports.ts';
import type { fakeVenue } from '../../unit/fakes/venue.ts';
import type { State } from './states.ts';
import type { HallTime } from './time.ts';

/* The server's folding of results, on the database's four functions in memory. */

type Venue = ReturnType<typeof fakeVenue>;

interface Stored {
  readonly seq: number;
  readonly result: unknown;
}

export const createFolding = (venue: Venue, time: HallTime, reach: (state: State) => void) => {
  const kept = new Map<string, Stored>();
  const { matches } = venue.connect({ owner: 'me' });
  const isDue = (match: string): boolean => (kept.get(match)?.seq ?? 0) !== venue.log(match).length;

  /** An answer of `get_due`. */
  const dueOf = async (id: string) => {
    const { match, entries } = await matches.getLog(id, 0);
    const { game, start, startedAtMillis, seq } = match;
    return {
      ...{ game, start, seq, left_at: null, started_at: new Date(startedAtMillis).toISOString() },
      entries: entries.map(({ atMillis, ...entry }) => ({ ...entry, at: new Date(atMillis).toISOString() })),
    };
  };
  const database: ScoreDatabase = {
    call: async () => ({ venue_id: 'me', matches: venue.matches().filter(isDue) }),
    callAsService: async (name, values) => {
      const match = String(values['match']);
      if (name === 'get_due') return dueOf(match);
      if (name !== 'store_result') return 0;
      const { match: now } = await matches.getLog(match, 0);
      if (now.seq !== values['seq']) return 'stale';
      if (now.endedAtMillis === null) reach('a result of a live match folded');
      if (kept.has(match)) reach('a result folded again');
      kept.set(match, { seq: now.seq, result: values['result'] });
      return 'stored';
    },
  };

  return {
    /** Folds what is due, as a page asks for it. */
    fold: async (): Promise<void> => {
      const asked = {
        text: '',
        request: new Request('https://hall.test/fold'),
        ports: {
          database,
          now: time.now,
          report: (_what: string, error: unknown) => {
            throw error;
          },
        },
        inTurn: (task: () => Promise<unknown>) => task(),
      };
      await FOLD.answer(asked as never);
    },
    /** The stored result of each match. */
    results: kept,
  };
};
