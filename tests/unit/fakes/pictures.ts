import type { Picture, PicturesBackend, UploadKey, VenueSettings } from '../../../src/backend/contract.ts';
import { TIME_ZONE } from '../../../src/config/time.ts';
import type { Client } from './network.ts';

/* The pictures of venues for tests of stores, and who may send them. */

/** A table's state besides its pictures. */
interface KnownTable {
  readonly id: string;
  readonly title: string;
  readonly archived: boolean;
  /** When its board changed last; null before anything was scored. */
  readonly shownAtMillis: number | null;
}

interface Server {
  readonly serverMillis: () => number;
  readonly newId: () => string;
  readonly newSecret: () => string;
  /** An owner's tables in their order. */
  readonly tablesOf: (owner: string) => readonly KnownTable[];
}

/** The database's defaults for a new venue. */
const NEW_VENUE: VenueSettings = {
  isPublic: true,
  keepDays: 30,
  timeZone: TIME_ZONE,
  closingHour: 6,
  keepLogDays: 365,
  showsLive: false,
  shortensNames: false,
  fullNames: false,
  title: '',
};

interface StoredVenue {
  readonly slug: string;
  settings: VenueSettings;
  keys: readonly (UploadKey & { readonly secret: string })[];
  /** The latest of each table. */
  readonly latest: Map<string, Picture>;
}

export const fakePictures = ({ serverMillis, newId, newSecret, tablesOf }: Server) => {
  const venues = new Map<string, StoredVenue>();
  /** Tables in the order in which they were first seen: a table keeps its board. */
  const boards = new Map<string, string>();

  const venueOf = (owner: string): StoredVenue => {
    const slug = `venue${String(venues.size + 1).padStart(7, '0')}`;
    const made: StoredVenue = { slug, settings: NEW_VENUE, keys: [], latest: new Map() };
    const venue = venues.get(owner) ?? made;
    venues.set(owner, venue);
    return venue;
  };

  const pictured = (owner: string) => {
    const { slug, latest } = venueOf(owner);
    return tablesOf(owner).map(({ id: tableId, title, archived, shownAtMillis }, index) => {
      const board = boards.get(tableId) ?? `b${index + 1}`;
      boards.set(tableId, board);
      const matchId = `${slug}-${board}`;
      const kept = latest.get(matchId) ?? null;
      const isOld = !archived && (shownAtMillis ?? 0) > (kept?.capturedAtMillis ?? 0);
      const due = isOld ? { id: null, source: 'board' as const, capturedAtMillis: shownAtMillis ?? 0 } : kept;
      return { tableId, matchId, title, archived, board, latest: due, uploadedAtMillis: null };
    });
  };

  const ownerOf = (matchId: string): string =>
    [...venues].find(([, { slug }]) => matchId.startsWith(`${slug}-`))?.[0] ?? '';

  const keep = (matchId: string, source: Picture['source'], capturedAtMillis: number): void =>
    void venueOf(ownerOf(matchId)).latest.set(matchId, {
      id: `picture-${newId()}`,
      source,
      capturedAtMillis,
    });

  return {
    backend: (owner: string, { request }: Client): PicturesBackend => ({
      getVenue: () =>
        request('getVenue', async () => {
          const { slug, settings, keys } = venueOf(owner);
          return { slug, ...settings, keys, tables: pictured(owner), failures: [] };
        }),
      updateVenue: (change) =>
        request('updateVenue', async () => {
          const venue = venueOf(owner);
          venue.settings = { ...venue.settings, ...change };
        }),
      addUploadKey: (label) =>
        request('addUploadKey', async () => {
          const venue = venueOf(owner);
          const [id, secret] = [newId(), newSecret()];
          const key = { id, secret, label, createdAtMillis: serverMillis(), lastUsedAtMillis: null };
          venue.keys = [{ ...key, revoked: false }, ...venue.keys];
          return { id, secret };
        }),
      revokeUploadKey: (id) =>
        request('revokeUploadKey', async () => {
          const venue = venueOf(owner);
          venue.keys = venue.keys.map((key) => (key.id === id ? { ...key, revoked: true } : key));
        }),
    }),
    settings: (owner: string): VenueSettings => venueOf(owner).settings,
    /** Acts as the snapshot service when a picture arrives. */
    upload: (matchId: string, capturedAtMillis: number): void => keep(matchId, 'upload', capturedAtMillis),
    /** Acts as it does when a viewer asks for a table's latest picture. */
    draw: (matchId: string): void => {
      const due = pictured(ownerOf(matchId)).find((table) => table.matchId === matchId)?.latest;
      if (due) keep(matchId, 'board', due.capturedAtMillis);
    },
  };
};
