import type { Act, Table } from '../backend/contract.ts';
import type { Environment } from './browser.ts';
import { createKept } from './kept.ts';

/** A venue's tables, stored so that its page opens offline. */
interface StoredVenue {
  readonly who: string;
  readonly tables: readonly Table[];
  /** Missing if an older page stored it. */
  readonly may?: readonly Act[] | null;
}

export interface KeptVenue {
  /** The stored data of this account or device; null for none. */
  readonly of: (who: string) => {
    readonly tables: readonly Table[];
    readonly may: readonly Act[] | null;
  } | null;
  readonly keep: (venue: StoredVenue) => void;
  readonly forget: () => void;
}

/** The stored venue; one per browser, for whichever account or device used it last. */
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
