import type {
  FailedUpload,
  PicturedTable,
  PicturesBackend,
  UploadKey,
  VenuePictures,
} from '../../src/backend/contract.ts';
import type { fakeNetwork } from './fake-network.ts';

/*
 * The venues of a server in memory: what their tables' pictures are, and who may send them. It answers as the functions
 * of the migrations do.
 */

const DAY_MILLIS = 86_400_000;
const MOST_KEYS = 20;
const MOST_FAILURES = 50;

/** What is known of a table beside its pictures. */
interface KnownTable {
  readonly id: string;
  readonly title: string;
  readonly archived: boolean;
  /** When what a picture of its board shows changed last; null before anything was scored. */
  readonly shownAtMillis: number | null;
}

interface StoredPicture {
  readonly id: string;
  readonly matchId: string;
  readonly source: 'upload' | 'board';
  readonly capturedAtMillis: number;
  readonly receivedAtMillis: number;
}

interface StoredKey extends Omit<UploadKey, 'lastUsedAtMillis' | 'revoked'> {
  readonly secret: string;
  lastUsedAtMillis: number | null;
  revoked: boolean;
}

interface StoredVenue {
  readonly slug: string;
  isPublic: boolean;
  keepDays: number;
  readonly boards: Map<string, string>;
  readonly keys: StoredKey[];
  readonly pictures: StoredPicture[];
  readonly failures: FailedUpload[];
}

interface Server {
  readonly serverMillis: () => number;
  readonly newId: () => string;
  readonly newSecret: () => string;
  readonly fail: (kind: 'forbidden' | 'sessionExpired') => never;
  readonly invalid: () => never;
  readonly fits: (name: string) => boolean;
  /** An owner's tables in their order, made on the first call when there is none. */
  readonly tablesOf: (owner: string) => readonly KnownTable[];
}

export const fakePictures = ({ serverMillis, newId, newSecret, fail, invalid, fits, tablesOf }: Server) => {
  const venues = new Map<string, StoredVenue>();

  const venueOf = (owner: string): StoredVenue => {
    const known = venues.get(owner);
    if (known) return known;
    const made: StoredVenue = {
      slug: `venue${String(venues.size + 1).padStart(7, '0')}`,
      ...{ isPublic: true, keepDays: 30, boards: new Map<string, string>() },
      ...{ keys: [], pictures: [], failures: [] },
    };
    venues.set(owner, made);
    return made;
  };

  /** A table gets the venue's next free board, for good. */
  const addTable = (owner: string, id: string): void => {
    const { boards } = venueOf(owner);
    boards.set(id, `b${boards.size + 1}`);
  };

  const matchIdOf = ({ slug, boards }: StoredVenue, id: string): string => `${slug}-${boards.get(id) ?? ''}`;

  const kept = ({ pictures, keepDays }: StoredVenue, matchId: string): readonly StoredPicture[] =>
    pictures
      .filter(
        (picture) =>
          picture.matchId === matchId && picture.receivedAtMillis > serverMillis() - keepDays * DAY_MILLIS,
      )
      .sort((a, b) => b.capturedAtMillis - a.capturedAtMillis);

  const latestOf = (venue: StoredVenue, table: KnownTable): PicturedTable['latest'] => {
    const [newest] = kept(venue, matchIdOf(venue, table.id));
    const { shownAtMillis } = table;
    if (shownAtMillis !== null && shownAtMillis > (newest?.capturedAtMillis ?? -Infinity))
      return { id: null, source: 'board', capturedAtMillis: shownAtMillis };
    return newest
      ? { id: newest.id, source: newest.source, capturedAtMillis: newest.capturedAtMillis }
      : null;
  };

  const pictured = (venue: StoredVenue, table: KnownTable): PicturedTable => {
    const { id: tableId, title, archived } = table;
    const matchId = matchIdOf(venue, tableId);
    const uploads = venue.pictures.filter(
      (picture) => picture.matchId === matchId && picture.source === 'upload',
    );
    return {
      ...{ tableId, matchId, title, archived },
      board: venue.boards.get(tableId) ?? '',
      latest: latestOf(venue, table),
      uploadedAtMillis:
        uploads.length === 0 ? null : Math.max(...uploads.map(({ receivedAtMillis }) => receivedAtMillis)),
    };
  };

  const answer = (owner: string): VenuePictures => {
    const tables = tablesOf(owner);
    const venue = venueOf(owner);
    const { slug, isPublic, keepDays, keys, failures } = venue;
    return {
      ...{ slug, isPublic, keepDays },
      keys: keys.map(({ id, label, createdAtMillis, lastUsedAtMillis, revoked }) => ({
        ...{ id, label, createdAtMillis, lastUsedAtMillis, revoked },
      })),
      tables: tables.map((table) => pictured(venue, table)),
      failures: failures.slice(0, MOST_FAILURES),
    };
  };

  /** The venue whose live key this is, if it has that table. */
  const sentBy = (matchId: string, secret: string) => {
    for (const [owner, venue] of venues) {
      const key = venue.keys.find((one) => one.secret === secret && !one.revoked);
      const table = tablesOf(owner).find(({ id }) => matchIdOf(venue, id) === matchId);
      if (key) return { venue, key, table };
    }
    return null;
  };

  return {
    addTable,
    backend: (
      owner: string | null,
      { request }: Pick<ReturnType<typeof fakeNetwork>, 'request'>,
    ): PicturesBackend => {
      const asked = <Value>(name: string, run: (owner: string) => Value): Promise<Value> =>
        request(name, () => run(owner ?? fail('sessionExpired')));
      return {
        getVenue: () => asked('getVenue', answer),
        updateVenue: ({ isPublic, keepDays }) =>
          asked('updateVenue', (who) => {
            if (keepDays !== undefined && !(keepDays >= 1 && keepDays <= 365)) invalid();
            const venue = venueOf(who);
            venue.isPublic = isPublic ?? venue.isPublic;
            venue.keepDays = keepDays ?? venue.keepDays;
          }),
        addUploadKey: (label) =>
          asked('addUploadKey', (who) => {
            const { keys } = venueOf(who);
            if (!fits(label) || keys.filter(({ revoked }) => !revoked).length >= MOST_KEYS) invalid();
            const key: StoredKey = {
              ...{ id: newId(), secret: newSecret(), label },
              ...{ createdAtMillis: serverMillis(), lastUsedAtMillis: null, revoked: false },
            };
            keys.unshift(key);
            return { id: key.id, secret: key.secret };
          }),
        revokeUploadKey: (id) =>
          asked('revokeUploadKey', (who) => {
            const key = venueOf(who).keys.find((one) => one.id === id) ?? fail('forbidden');
            key.revoked = true;
          }),
      };
    },
    /** What the snapshot service does when a picture arrives; gives what it answers. */
    upload: (matchId: string, secret: string, capturedAtMillis: number): 'stored' | 'key' | 'table' => {
      const sent = sentBy(matchId, secret);
      if (!sent) return 'key';
      if (!sent.table || sent.table.archived) return 'table';
      const receivedAtMillis = serverMillis();
      sent.key.lastUsedAtMillis = receivedAtMillis;
      sent.venue.pictures.push({
        ...{ id: `picture-${newId()}`, matchId, source: 'upload', receivedAtMillis },
        capturedAtMillis: Math.min(capturedAtMillis, receivedAtMillis),
      });
      return 'stored';
    },
    /** What it does when a picture can't be taken. */
    failUpload: (matchId: string, secret: string, reason: string): void => {
      const sent = sentBy(matchId, secret);
      if (!sent) return;
      const keyLabel = sent.key.label;
      sent.venue.failures.unshift({ matchId, reason, keyLabel, atMillis: serverMillis() });
    },
    /** What it does when somebody asks for a table's latest picture. */
    draw: (matchId: string): void => {
      for (const [owner, venue] of venues) {
        const table = tablesOf(owner).find(({ id }) => matchIdOf(venue, id) === matchId);
        const latest = table && latestOf(venue, table);
        if (latest?.id !== null || !venue.isPublic) continue;
        const { source, capturedAtMillis } = latest;
        venue.pictures.push({
          ...{ id: `picture-${newId()}`, matchId, source, capturedAtMillis },
          receivedAtMillis: serverMillis(),
        });
      }
    },
  };
};
