import { atom, type ReadableAtom } from 'nanostores';
import type { Picture, PicturedTable, VenuePictures, VenueSettings } from '../../backend/contract.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { sorted } from '../../core/tables/order.ts';
import { limitName } from '../../rules/name.ts';
import { downloadAddress } from '../../core/snapshot/viewer.ts';
import {
  drawingAddress,
  picturesOf,
  publicLink,
  signLink,
  toBeDrawn,
  uploadLine,
} from '../../core/snapshot/pictures.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { createChange } from '../../browser/change.ts';
import { keepFresh } from '../../browser/keep-fresh.ts';

/** A new key. Its secret is shown only once. */
export interface NewKey {
  readonly id: string;
  readonly label: string;
  readonly secret: string;
}

export interface PicturesView {
  /** The last answer that arrived; null before the first. */
  readonly venue: VenuePictures | null;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
  /** Each table's newest picture, by match id. */
  readonly shown: Readonly<Record<string, Picture>>;
  readonly added: NewKey | null;
}

/** A venue's pictures, public pages and upload keys. Changes resolve to the failure, or to null on success. */
export interface Pictures {
  readonly $pictures: ReadableAtom<PicturesView>;
  readonly refresh: () => Promise<void>;
  /** Clears everything when the account changes. */
  readonly forget: () => void;
  readonly updateVenue: (changed: Partial<VenueSettings>) => Promise<Failure | null>;
  readonly addKey: (label: string) => Promise<Failure | null>;
  readonly revokeKey: (id: string) => Promise<Failure | null>;
  /** Forgets the new key's secret. */
  readonly hideAdded: () => void;
  /** The address of a picture's small copy. */
  readonly smallAddress: (id: string) => string;
  readonly publicLink: (venue: VenuePictures, table: PicturedTable) => string;
  readonly signLink: (table: PicturedTable) => string;
  /** A command line that uploads a photo of a table. */
  readonly uploadLine: (table: PicturedTable, secret: string) => string;
  readonly copyText: (text: string) => Promise<boolean>;
}

type Needed = 'pictures' | 'now' | 'address' | 'copyText' | 'snapshots' | 'fetch';

interface PicturesOptions {
  readonly isSignedIn: () => boolean;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
}

const DRAWING_TIMEOUT_MILLIS = 10_000;

const NOTHING_YET: PicturesView = { venue: null, failure: null, shown: {}, added: null };

export const createPictures = (
  { pictures, now, address, copyText, snapshots, fetch }: Pick<VenueEnvironment, Needed>,
  { isSignedIn, endedBy }: PicturesOptions,
): Pictures => {
  const $pictures = atom(NOTHING_YET);
  const update = (changes: Partial<PicturesView>): void => $pictures.set({ ...$pictures.get(), ...changes });
  const asked = new Map<string, number>();

  /** Asks the service to render the missing pictures, and retries failures later. */
  const draw = async (venue: VenuePictures): Promise<void> => {
    const { endpoint, isOwn } = snapshots();
    const due = isOwn ? toBeDrawn(venue, asked, now()) : [];
    if (due.length === 0) return;
    for (const matchId of due) asked.set(matchId, now());
    const signal = AbortSignal.timeout(DRAWING_TIMEOUT_MILLIS);
    await Promise.allSettled(due.map((matchId) => fetch(drawingAddress(endpoint, matchId), { signal })));
    await fresh.refresh();
  };

  const fresh = keepFresh($pictures, async (isLast) => {
    if (!isSignedIn()) return true;
    try {
      const venue = await pictures().getVenue();
      if (!isLast()) return true;
      update({ venue, failure: null, shown: picturesOf(venue.tables, $pictures.get().shown) });
      void draw(venue);
      return true;
    } catch (error) {
      const failure = failureIn(error);
      if (isLast() && !endedBy(failure)) update({ failure });
      return false;
    }
  });

  const change = createChange(fresh.refresh, endedBy);

  /** Applies a change without waiting for the next answer. */
  const amend = (amended: (venue: VenuePictures) => Partial<VenuePictures>): void => {
    const { venue } = $pictures.get();
    if (venue) update({ venue: { ...venue, ...amended(venue) } });
  };

  return {
    $pictures,
    refresh: fresh.refresh,
    forget: () => {
      fresh.forget();
      asked.clear();
      $pictures.set(NOTHING_YET);
    },
    updateVenue: (changed) =>
      change(async () => {
        await pictures().updateVenue(changed);
        amend(() => changed);
      }),
    addKey: (typed) =>
      change(async () => {
        const label = limitName(typed.trim()).name;
        const isKept = fresh.mark();
        const { id, secret } = await pictures().addUploadKey(label);
        if (isKept()) update({ added: { id, label, secret } });
      }),
    revokeKey: (id) =>
      change(async () => {
        await pictures().revokeUploadKey(id);
        amend(({ keys }) => ({ keys: keys.map((key) => (key.id === id ? { ...key, revoked: true } : key)) }));
        if ($pictures.get().added?.id === id) update({ added: null });
      }),
    hideAdded: () => update({ added: null }),
    smallAddress: (id) => downloadAddress(snapshots().small, id),
    publicLink: (venue, table) => publicLink(address(), venue.slug, table, sorted(venue.tables).inUse),
    signLink: (table) => signLink(address(), table),
    uploadLine: ({ matchId }, secret) => uploadLine(snapshots().endpoint, matchId, secret),
    copyText,
  };
};
