import { atom, type ReadableAtom } from 'nanostores';
import type { Picture, PicturedTable, PicturesBackend, VenuePictures } from '../../backend/contract.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { limitName } from '../../core/overlay/name.ts';
import { downloadAddress } from '../../core/site/snapshot.ts';
import {
  drawingAddress,
  picturesOf,
  publicLink,
  signLink,
  toBeDrawn,
  uploadLine,
} from '../../core/tables/pictures.ts';
import type { OwnerEnvironment } from '../environment/owner.ts';
import { keepFresh } from './refreshed.ts';

/** A key that was just made: its secret is shown this once. */
export interface NewKey {
  readonly id: string;
  readonly label: string;
  readonly secret: string;
}

export interface PicturesView {
  /** The last answer that arrived; null before the first. */
  readonly venue: VenuePictures | null;
  /** Why the last look failed; null when it worked. */
  readonly failure: Failure | null;
  /** The newest picture of each table that there is, by match id. */
  readonly shown: Readonly<Record<string, Picture>>;
  readonly added: NewKey | null;
}

/** A venue's pictures, public pages and upload keys. Changes give why they failed, and null when they are done. */
export interface Pictures {
  readonly $pictures: ReadableAtom<PicturesView>;
  readonly refresh: () => Promise<void>;
  /** Another account's from here on. */
  readonly forget: () => void;
  readonly setPublic: (isPublic: boolean) => Promise<Failure | null>;
  readonly keepFor: (days: number) => Promise<Failure | null>;
  readonly addKey: (label: string) => Promise<Failure | null>;
  readonly revokeKey: (id: string) => Promise<Failure | null>;
  /** Forgets the secret that was shown. */
  readonly hideAdded: () => void;
  /** A picture's small copy; undefined where the site's pictures come from elsewhere. */
  readonly smallAddress: (id: string) => string;
  readonly publicLink: (venue: VenuePictures, table: PicturedTable) => string;
  readonly signLink: (table: PicturedTable) => string;
  /** What sends a photograph of a table from a command line. */
  readonly uploadLine: (table: PicturedTable, secret: string) => string;
  readonly copyText: (text: string) => Promise<boolean>;
  readonly print: () => void;
  /** Loads the page anew. */
  readonly reload: () => void;
}

type Needed = 'pictures' | 'now' | 'address' | 'copyText' | 'snapshots' | 'fetch' | 'print' | 'reload';

interface PicturesOptions {
  /** Whether there is an account to ask for. */
  readonly isSignedIn: () => boolean;
  /** Told why a look failed. */
  readonly endedBy: (failure: Failure) => boolean;
}

const DRAWING_TIMEOUT_MILLIS = 10_000;

const NOTHING_YET: PicturesView = { venue: null, failure: null, shown: {}, added: null };

/** The tables that have a public page, in the owner's order. */
export const inUse = ({ tables }: VenuePictures): readonly PicturedTable[] =>
  tables.filter(({ archived }) => !archived);

export const createPictures = (
  { pictures, now, address, copyText, snapshots, fetch, print, reload }: Pick<OwnerEnvironment, Needed>,
  { isSignedIn, endedBy }: PicturesOptions,
): Pictures => {
  const $pictures = atom(NOTHING_YET);
  const update = (changes: Partial<PicturesView>): void => $pictures.set({ ...$pictures.get(), ...changes });
  const asked = new Map<string, number>();
  /** Answers to another account's requests are nobody's any more. */
  let accounts = 0;

  /** Has the service draw what has no picture yet; what it couldn't is asked for again later. */
  const draw = async (venue: VenuePictures): Promise<void> => {
    const { endpoint, isOwn } = snapshots();
    const due = isOwn ? toBeDrawn(venue, asked, now()) : [];
    if (due.length === 0) return;
    for (const matchId of due) asked.set(matchId, now());
    const signal = AbortSignal.timeout(DRAWING_TIMEOUT_MILLIS);
    await Promise.allSettled(due.map((matchId) => fetch(drawingAddress(endpoint, matchId), { signal })));
    await refresh();
  };

  const refresh = keepFresh($pictures, async (isLast) => {
    if (!isSignedIn()) return true;
    const own = accounts;
    const isWanted = (): boolean => isLast() && own === accounts;
    try {
      const venue = await pictures().getVenue();
      if (!isWanted()) return true;
      update({ venue, failure: null, shown: picturesOf(venue.tables, $pictures.get().shown) });
      void draw(venue);
      return true;
    } catch (error) {
      const failure = failureIn(error);
      if (isWanted() && !endedBy(failure)) update({ failure });
      return false;
    }
  });

  const change = async (work: (backend: PicturesBackend) => Promise<void>): Promise<Failure | null> => {
    try {
      await work(pictures());
    } catch (error) {
      return failureIn(error);
    }
    // The change is made, whether or not all of it can be read again now.
    await refresh();
    return null;
  };

  /** What was just changed, before the server says so. */
  const amend = (amended: (venue: VenuePictures) => Partial<VenuePictures>): void => {
    const { venue } = $pictures.get();
    if (venue) update({ venue: { ...venue, ...amended(venue) } });
  };

  return {
    $pictures,
    refresh,
    forget: () => {
      accounts++;
      asked.clear();
      $pictures.set(NOTHING_YET);
    },
    setPublic: (isPublic) =>
      change(async (backend) => {
        await backend.updateVenue({ isPublic });
        amend(() => ({ isPublic }));
      }),
    keepFor: (keepDays) =>
      change(async (backend) => {
        await backend.updateVenue({ keepDays });
        amend(() => ({ keepDays }));
      }),
    addKey: (typed) =>
      change(async (backend) => {
        const label = limitName(typed.trim()).name;
        const own = accounts;
        const { id, secret } = await backend.addUploadKey(label);
        if (own === accounts) update({ added: { id, label, secret } });
      }),
    revokeKey: (id) =>
      change(async (backend) => {
        await backend.revokeUploadKey(id);
        amend(({ keys }) => ({ keys: keys.map((key) => (key.id === id ? { ...key, revoked: true } : key)) }));
        if ($pictures.get().added?.id === id) update({ added: null });
      }),
    hideAdded: () => update({ added: null }),
    smallAddress: (id) => downloadAddress(snapshots().small, id),
    publicLink: (venue, table) => publicLink(address(), venue.slug, table, inUse(venue)),
    signLink: (table) => signLink(address(), table),
    uploadLine: ({ matchId }, secret) => uploadLine(snapshots().endpoint, matchId, secret),
    copyText,
    print,
    reload,
  };
};
