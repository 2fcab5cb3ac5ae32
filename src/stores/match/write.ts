import type { Appended, ClockAction, SentAction, SentBoard } from '../../backend/contract.ts';
import { BackendError } from '../../core/failure.ts';
import type { Changes } from '../../core/rules/corrections.ts';
import { placeCorrection } from '../../core/sync/correction.ts';
import { agoMillis } from '../../core/sync/own.ts';
import { seqOf, type MatchState } from '../../core/sync/state.ts';
import { currentOf } from '../../core/sync/table.ts';
import type { TableSync } from './sync.ts';

/** What is written at once or not at all, past what is pending. Everything rejects with a `BackendError`. */
export interface Writer {
  /** Stores a correction. Gives the fields that somebody else has changed; with any, nothing was stored. */
  readonly correct: (id: string, changes: Changes) => Promise<readonly string[]>;
  /** Moves the clock as of now, however long the moves before this one wait for their answers. */
  readonly moveClock: (action: ClockAction) => Promise<void>;
}

/** So often somebody else may be faster. */
const TRIES = 10;

const unreadable = (): BackendError => new BackendError({ kind: 'other', message: '' });

/** The failure in an answer that is none of ok and stale. */
const refusedBy = ({ outcome }: Appended): BackendError | null => {
  if (outcome === 'ok' || outcome === 'stale') return null;
  return outcome === 'tooMany' ? new BackendError({ kind: 'tooMany' }) : unreadable();
};

export const createWriter = ({ $table, tell, environment, options }: TableSync): Writer => {
  const { matches, newId, moment } = environment;
  const { live } = options;
  /** The clock's moves so far, one after the other: it ends as the last one says. */
  let turn: Promise<void> = Promise.resolve();

  const current = (): MatchState => {
    const match = currentOf($table.get());
    if (!match) throw new BackendError({ kind: 'offline' });
    return match;
  };

  /** The current match with its whole log, as far as this device has heard of it. */
  const known = async (): Promise<MatchState> => {
    for (;;) {
      const match = current();
      const { id, play, record, wanted } = match;
      const seq = seqOf(match);
      if (record && (!play || wanted <= seq)) return match;
      tell(id, { type: 'page', page: await matches().getLog(id, seq), actions: [] });
    }
  };

  const append = async (
    match: string,
    afterSeq: number | null,
    action: SentAction,
    board: SentBoard | null,
  ): Promise<Appended> => {
    const answer = await matches().appendActions(match, afterSeq, [action], board);
    tell(match, { type: 'received', afterSeq, answer });
    const refused = refusedBy(answer);
    if (refused) throw refused;
    return answer;
  };

  /** Brings what viewers see up to date. */
  const look = async (): Promise<void> => {
    if (!(await live.refresh())) throw new BackendError({ kind: 'offline' });
  };

  return {
    correct: async (first, changes) => {
      let id = first;
      for (let tries = 0; tries < TRIES; tries++) {
        const match = await known();
        const correction = placeCorrection(match, id, changes);
        switch (correction.verdict) {
          case 'stored':
            await look();
            return [];
          case 'overtaken':
            // The board that they see has to show it.
            await look();
            return correction.fields;
          case 'refused':
            throw unreadable();
          case 'lost':
            id = newId();
            break;
          case 'send': {
            const { afterSeq, action, board } = correction;
            const sent = { ...action, agoMillis: 0 };
            const { outcome, seq, rev, current: now } = await append(match.id, afterSeq, sent, board);
            const shown = live.$live.get().board;
            if (now !== match.id) {
              // Another match has begun, with it or without.
              await look();
            } else if (outcome === 'ok' && seq === afterSeq + 1 && shown) {
              const { p1, p2, s1, s2, raceTo } = board;
              // What changed before and wasn't heard of, a clock or a theme, must not pass for as new.
              if (rev === shown.rev + 1) live.apply({ ...shown, ...{ p1, p2, s1, s2, raceTo, rev, seq } });
              else await look();
              return [];
            }
            break;
          }
          default:
            correction satisfies never;
        }
      }
      throw new BackendError({ kind: 'tooMany' });
    },
    moveClock: async (action) => {
      const { id } = current();
      const tap = moment();
      const move = async (): Promise<void> => {
        const ago = agoMillis(tap, moment());
        await append(id, null, { id: newId(), kind: `clock.${action}`, body: {}, agoMillis: ago }, null);
        await look();
      };
      turn = turn.then(move, move);
      await turn;
    },
  };
};
