import { marksAddress } from '../config/marks.ts';
import { BackendError, failureOf } from '../core/failure.ts';
import { expectFlag, expectList, expectObject, orNull, expectText } from './answers.ts';
import type { BrandingBackend, Player, SentMark, VenueSponsor } from './contract.ts';
import { type Requests, unreadable } from './requests.ts';

/** The snapshot service's own time limit for a picture. */
const SENDING_MILLIS = 120_000;

const readPlayer = (value: unknown): Player => {
  const player = expectObject(value);
  return {
    id: expectText(player['id']),
    name: expectText(player['name']),
    flag: orNull(expectText, player['flag']),
    picture: orNull(expectText, player['picture']),
    hidden: expectFlag(player['hidden']),
  };
};

const readSponsor = (value: unknown): VenueSponsor => {
  const sponsor = expectObject(value);
  return {
    id: expectText(sponsor['id']),
    title: expectText(sponsor['title']),
    picture: expectText(sponsor['picture']),
    shown: expectFlag(sponsor['shown']),
  };
};

/** Sends a picture to the snapshot service; throws if the answer isn't about the picture. */
const send = async (ticket: string, picture: Blob): Promise<SentMark> => {
  let answer: Response;
  try {
    answer = await fetch(new URL(marksAddress(import.meta.env), location.origin), {
      method: 'POST',
      headers: { 'x-upload-key': ticket },
      body: picture,
      signal: AbortSignal.timeout(SENDING_MILLIS),
    });
  } catch {
    throw new BackendError({ kind: 'offline' });
  }
  const { status } = answer;
  const reply = expectObject(
    await answer.json().catch(() => {
      throw status >= 400 ? new BackendError(failureOf({ status })) : unreadable();
    }),
  );
  if (answer.ok) return { status: 'taken', id: expectText(reply['id']) };
  if ([413, 415, 422].includes(status))
    return { status: 'refused', reason: orNull(expectText, reply['reason']) ?? '' };
  throw new BackendError(failureOf({ status }));
};

/** The backend of a venue's players and sponsors. */
export const brandingBackend = ({ call, change }: Requests): BrandingBackend => {
  return {
    getBranding: async () => {
      const branding = expectObject(await call('get_branding', {}));
      return {
        players: expectList(readPlayer, branding['players']),
        recent: expectList(expectText, branding['recent']),
        sponsors: expectList(readSponsor, branding['sponsors']),
      };
    },
    savePlayer: async ({ name, flag: country, picture }, id) =>
      expectText(await call('save_player', { name, flag: country, picture, id })),
    namePlayer: async (name, id) => expectText(await call('name_player', { name, id })),
    hidePlayer: (id, hidden) => change('hide_player', { id, hidden }),
    removePlayer: (id) => change('remove_player', { id }),
    saveSponsor: async ({ title, picture, shown }, id) =>
      expectText(await call('save_sponsor', { title, picture, shown, id })),
    orderSponsors: (ids) => change('order_sponsors', { ids: [...ids] }),
    removeSponsor: (id) => change('remove_sponsor', { id }),
    sendMark: async (kind, picture) => {
      const begun = expectObject(await call('begin_picture', { kind }));
      return send(expectText(begun['ticket']), picture);
    },
  };
};
