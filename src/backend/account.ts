import { flag, listOf, object, orNull, text } from './answers.ts';
import type { AccountBackend } from './contract.ts';
import type { Requests } from './requests.ts';

/** The backend of an owner's account: export, and erasing a player. */
export const accountBackend = ({ call }: Requests): AccountBackend => {
  return {
    exportPage: async (after) => {
      const page = object(await call('export_page', { after }));
      return { lines: text(page['lines']), next: orNull(text, page['next']) };
    },
    listOtherNames: async (name) => listOf(text, await call('list_other_names', { key: name })),
    erasePlayer: async (name, after) => {
      const erased = object(await call('erase_player', { key: name, after }));
      return { after: orNull(text, erased['after']), found: flag(erased['found']) };
    },
  };
};
