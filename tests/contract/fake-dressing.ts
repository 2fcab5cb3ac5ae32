import type { DressingBackend, MarkKind, Player, VenueSponsor } from '../../src/backend/contract.ts';
import type { Board } from '../../src/core/overlay/board.ts';
import type { Dressing } from '../../src/core/overlay/dressing.ts';
import { kindOf } from '../../supabase/functions/snapshot/content.ts';
import type { fakeNetwork } from './fake-network.ts';

/* What the venues of a server in memory put around their boards. It answers as the functions of the migrations do. */

const MOST_PLAYERS = 500;
const MOST_SPONSORS = 20;

interface StoredVenue {
  players: readonly Player[];
  sponsors: readonly VenueSponsor[];
  readonly marks: Map<string, MarkKind>;
}

interface Server {
  readonly newId: () => string;
  readonly fail: (kind: 'forbidden' | 'sessionExpired') => never;
  readonly invalid: () => never;
  readonly fits: (name: string) => boolean;
  /** Tells an owner's screens to ask again: where one of these is named, or all of them. */
  readonly dressed: (owner: string, names: readonly string[] | null) => void;
}

const keyOf = (name: string): string => name.trim().toLowerCase();

export const fakeDressing = ({ newId, fail, invalid, fits, dressed }: Server) => {
  const venues = new Map<string, StoredVenue>();

  const venueOf = (owner: string): StoredVenue => {
    const known = venues.get(owner) ?? { players: [], sponsors: [], marks: new Map<string, MarkKind>() };
    venues.set(owner, known);
    return known;
  };

  const letUse = ({ marks }: StoredVenue, picture: string | null, kind: MarkKind): void => {
    if (picture !== null && marks.get(picture) !== kind) fail('forbidden');
  };

  const savePlayer = (owner: string, player: Omit<Player, 'id'>, id: string | null): string => {
    const venue = venueOf(owner);
    const others = venue.players.filter((one) => one.id !== id);
    const before = venue.players.find((one) => one.id === id);
    letUse(venue, player.picture, 'portrait');
    if (id !== null && !before) fail('forbidden');
    const isTaken = others.some(
      ({ name, picture }) =>
        keyOf(name) === keyOf(player.name) || (picture !== null && picture === player.picture),
    );
    const isFit = fits(player.name) && keyOf(player.name) !== '' && /^(?:[A-Z]{2})?$/.test(player.flag ?? '');
    if (!isFit || isTaken || (id === null && others.length >= MOST_PLAYERS)) invalid();
    if (before?.picture && before.picture !== player.picture) venue.marks.delete(before.picture);
    const saved: Player = { ...player, id: id ?? newId(), name: player.name.trim() };
    venue.players = [...others, saved].sort((one, other) => (keyOf(one.name) < keyOf(other.name) ? -1 : 1));
    dressed(owner, [saved.name, ...(before ? [before.name] : [])]);
    return saved.id;
  };

  const saveSponsor = (owner: string, sponsor: Omit<VenueSponsor, 'id'>, id: string | null): string => {
    const venue = venueOf(owner);
    const before = venue.sponsors.find((one) => one.id === id);
    letUse(venue, sponsor.picture, 'logo');
    if (id !== null && !before) fail('forbidden');
    const isTaken = venue.sponsors.some((one) => one !== before && one.picture === sponsor.picture);
    if (!fits(sponsor.title) || isTaken || (!before && venue.sponsors.length >= MOST_SPONSORS)) invalid();
    if (before && before.picture !== sponsor.picture) venue.marks.delete(before.picture);
    const saved: VenueSponsor = { ...sponsor, id: id ?? newId(), title: sponsor.title.trim() };
    venue.sponsors = before
      ? venue.sponsors.map((one) => (one === before ? saved : one))
      : [...venue.sponsors, saved];
    dressed(owner, null);
    return saved.id;
  };

  return {
    dressingOf: (owner: string, table: string, { p1, p2 }: Pick<Board, 'p1' | 'p2'>): Dressing => {
      const { players, sponsors } = venueOf(owner);
      return {
        table,
        faces: [p1, p2].flatMap((name) => {
          const known = players.find((player) => keyOf(player.name) === keyOf(name));
          return known ? [{ name, flag: known.flag, picture: known.picture }] : [];
        }),
        sponsors: sponsors.filter(({ shown }) => shown).map(({ title, picture }) => ({ title, picture })),
      };
    },
    backend: (
      owner: string | null,
      { request }: Pick<ReturnType<typeof fakeNetwork>, 'request'>,
    ): DressingBackend => {
      const asked = <Value>(name: string, run: (owner: string) => Value): Promise<Value> =>
        request(name, () => run(owner ?? fail('sessionExpired')));
      return {
        getDressing: () =>
          asked('getDressing', (who) => {
            const { players, sponsors } = venueOf(who);
            return { players, sponsors };
          }),
        savePlayer: (player, id) => asked('savePlayer', (who) => savePlayer(who, player, id)),
        removePlayer: (id) =>
          asked('removePlayer', (who) => {
            const venue = venueOf(who);
            const gone = venue.players.find((one) => one.id === id);
            if (!gone) return;
            if (gone.picture !== null) venue.marks.delete(gone.picture);
            venue.players = venue.players.filter((one) => one !== gone);
            dressed(who, [gone.name]);
          }),
        saveSponsor: (sponsor, id) => asked('saveSponsor', (who) => saveSponsor(who, sponsor, id)),
        orderSponsors: (ids) =>
          asked('orderSponsors', (who) => {
            const venue = venueOf(who);
            const first = ids.map((id) => venue.sponsors.find((one) => one.id === id) ?? fail('forbidden'));
            venue.sponsors = [...new Set([...first, ...venue.sponsors])];
            dressed(who, null);
          }),
        removeSponsor: (id) =>
          asked('removeSponsor', (who) => {
            const venue = venueOf(who);
            const gone = venue.sponsors.find((one) => one.id === id);
            if (!gone) return;
            venue.marks.delete(gone.picture);
            venue.sponsors = venue.sponsors.filter((one) => one !== gone);
            dressed(who, null);
          }),
        sendMark: async (kind, picture) => {
          const bytes = new Uint8Array(await picture.arrayBuffer());
          return asked('sendMark', (who) => {
            if (!kindOf(bytes)) return { status: 'refused' as const, reason: 'type' };
            const id = newId().replaceAll('-', '').slice(-22).padStart(22, 'm');
            venueOf(who).marks.set(id, kind);
            return { status: 'taken' as const, id };
          });
        },
      };
    },
  };
};
