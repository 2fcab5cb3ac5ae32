import type { BrandingBackend, VenueBranding } from '../../../src/backend/contract.ts';
import { BackendError } from '../../../src/core/failure.ts';
import type { Client } from './network.ts';

/* What venues put around their boards, for tests of stores. */

/** The list with one saved in its place, or after the others. */
const saved = <One extends { readonly id: string }>(all: readonly One[], one: One): readonly One[] =>
  all.some(({ id }) => id === one.id)
    ? all.map((other) => (other.id === one.id ? one : other))
    : [...all, one];

export const fakeBranding = (newId: () => string) => {
  const venues = new Map<string, VenueBranding>();
  return (owner: string, { request }: Client): BrandingBackend => {
    const venue = (): VenueBranding => venues.get(owner) ?? { players: [], recent: [], sponsors: [] };
    const change = (changes: Partial<VenueBranding>): void =>
      void venues.set(owner, { ...venue(), ...changes });
    /** Refuses two with the same distinguishing value. */
    const refuse = (isTaken: boolean): void => {
      if (isTaken) throw new BackendError({ kind: 'other', message: '' });
    };
    return {
      getBranding: () => request('getBranding', async () => venue()),
      savePlayer: (player, known) =>
        request('savePlayer', async () => {
          const id = known ?? newId();
          const { players } = venue();
          refuse(players.some((one) => one.id !== id && one.name === player.name));
          change({ players: saved(players, { ...player, id, hidden: false }) });
          return id;
        }),
      namePlayer: (name, known) =>
        request('namePlayer', async () => {
          const { players } = venue();
          const before = players.find((one) => (known === null ? one.name === name : one.id === known));
          refuse(known === null && before?.hidden === false);
          const id = before?.id ?? newId();
          const face = { flag: before?.flag ?? null, picture: before?.picture ?? null };
          change({ players: saved(players, { ...face, id, name, hidden: false }) });
          return id;
        }),
      hidePlayer: (id, hidden) =>
        request('hidePlayer', async () =>
          change({ players: venue().players.map((one) => (one.id === id ? { ...one, hidden } : one)) }),
        ),
      removePlayer: (id) =>
        request('removePlayer', async () =>
          change({ players: venue().players.filter((one) => one.id !== id) }),
        ),
      saveSponsor: (sponsor, known) =>
        request('saveSponsor', async () => {
          const id = known ?? newId();
          const { sponsors } = venue();
          refuse(sponsors.some((one) => one.id !== id && one.picture === sponsor.picture));
          change({ sponsors: saved(sponsors, { ...sponsor, id }) });
          return id;
        }),
      orderSponsors: (ids) =>
        request('orderSponsors', async () => {
          const { sponsors } = venue();
          change({ sponsors: ids.flatMap((id) => sponsors.filter((one) => one.id === id)) });
        }),
      removeSponsor: (id) =>
        request('removeSponsor', async () =>
          change({ sponsors: venue().sponsors.filter((one) => one.id !== id) }),
        ),
      sendMark: (_kind, { size }) =>
        request('sendMark', async () =>
          size < 12
            ? { status: 'refused', reason: 'type' }
            : { status: 'taken', id: newId().replaceAll('-', '').slice(-22) },
        ),
    };
  };
};
