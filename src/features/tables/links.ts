import { atom, type ReadableAtom } from 'nanostores';
import type { LinkUse, ScorerLink } from '../../backend/contract.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { scorerLink } from '../../core/overlay/address.ts';
import { limitName } from '../../rules/name.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { createChange } from '../../browser/change.ts';
import { keepFresh } from '../../browser/keep-fresh.ts';

export type { LinkUse };

/** A new link. Its address is shown only once. */
export interface NewLink {
  readonly id: string;
  readonly kind: LinkUse['kind'];
  readonly label: string;
  /** The text to copy: the address, or a machine key itself. */
  readonly address: string;
}

export interface LinksView {
  /** The last list that arrived; null before the first. */
  readonly links: readonly ScorerLink[] | null;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
  readonly added: NewLink | null;
}

/** A table's scorer links. Changes resolve to the failure, or to null on success. */
export interface Links {
  readonly $links: ReadableAtom<LinksView>;
  readonly refresh: () => Promise<void>;
  readonly add: (label: string, endsAtMillis: number | null, use: LinkUse) => Promise<Failure | null>;
  readonly revoke: (id: string) => Promise<Failure | null>;
  /** Forgets the new link's address. */
  readonly hideAdded: () => void;
  readonly copyText: (text: string) => Promise<boolean>;
  /** The address of the score service. */
  readonly service: string;
  /** The device's share dialog; rejects if there is none. */
  readonly share: (data: { title: string; url: string }) => Promise<void>;
}

type LinksEnvironment = Pick<VenueEnvironment, 'tables' | 'address' | 'copyText' | 'share' | 'scoreService'>;

/** The address of a button. Fetching it makes the button's move. */
const buttonAddress = (service: string, secret: string): string => `${service}/press/${secret}`;

export const createLinks = (
  { tables, address, copyText, share, scoreService }: LinksEnvironment,
  tableId: string,
  /** Returns whether a failure ended the session. */
  endedBy: (failure: Failure) => boolean,
): Links => {
  const $links = atom<LinksView>({ links: null, failure: null, added: null });
  const update = (changes: Partial<LinksView>): void => $links.set({ ...$links.get(), ...changes });

  const { refresh } = keepFresh($links, async (isLast) => {
    try {
      const links = await tables().listScorerLinks(tableId);
      if (isLast()) update({ links, failure: null });
      return true;
    } catch (error) {
      const failure = failureIn(error);
      if (isLast() && !endedBy(failure)) update({ failure });
      return false;
    }
  });

  const change = createChange(refresh, endedBy);

  return {
    $links,
    refresh,
    add: (typed, endsAtMillis, use) =>
      change(async () => {
        const label = limitName(typed.trim()).name;
        const { id, secret } = await tables().addScorerLink(tableId, label, endsAtMillis, use);
        const { kind } = use;
        const toCopy = {
          scorer: () => scorerLink(address().origin, secret),
          machine: () => secret,
          button: () => buttonAddress(scoreService(), secret),
        };
        update({ added: { id, kind, label, address: toCopy[kind]() } });
      }),
    revoke: (id) =>
      change(async () => {
        await tables().revokeScorerLink(id);
        const { links, added } = $links.get();
        update({
          links: links?.map((link) => (link.id === id ? { ...link, revoked: true } : link)) ?? null,
          added: added?.id === id ? null : added,
        });
      }),
    hideAdded: () => update({ added: null }),
    copyText,
    share,
    service: scoreService(),
  };
};
