import type { Act, Table } from '../backend/contract.ts';
import type { Environment } from './browser.ts';
import { createKept } from './kept.ts';

/** A venue's tables, stored so that its page opens offline. */
interface StoredVenue {
  readonly who: string;
  readonly tables: readonly Table[];
  /** Missing where an older page stored it. */
  readonly may?: readonly Act[] | null;
}

export interface KeptVenue {
  /** What is known for this account or device; null for nothing. */
  readonly of: (who: string) => {
    readonly tables: readonly Table[];
    readonly may: readonly Act[] | null;
  } | null;
  readonly keep: (venue: StoredVenue) => void;
  readonly forget: () => void;
}

/** The venue that this browser remembers: one, whoever runs it. */
export const createKeptVenue = (environment: Pick<Environment, 'lasting'>): KeptVenue => {
  const kept = createKept<StoredVenue>(environment, 'venue-2');
  return {
    of: (who) => {
      const venue = kept.read();
      return venue?.who === who ? { tables: venue.tables, may: venue.may ?? null } : null;
    },
    keep: kept.keep,
    forget: kept.forget,
  };
};
