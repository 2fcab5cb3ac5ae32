import { object, orNull, text } from './answers.ts';
import type { Client } from './client.ts';
import type { AccountBackend } from './contract.ts';
import { ownerRequests } from './requests.ts';

/** The backend of an owner's account as a whole. */
export const accountBackend = (client: Client): AccountBackend => {
  const { call } = ownerRequests(client);
  return {
    exportPage: async (after) => {
      const page = object(await call('export_page', { after }));
      return { lines: text(page['lines']), next: orNull(text, page['next']) };
    },
    erasePlayer: async (name, after) => orNull(text, await call('erase_player', { key: name, after })),
  };
};
