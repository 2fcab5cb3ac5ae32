import { expectFlag, expectList, expectObject, orNull, expectText } from './answers.ts';
import type { AccountBackend } from './contract.ts';
import type { Requests } from './requests.ts';

/** The backend of an owner's account: export, and erasing a player. */
export const accountBackend = ({ call }: Requests): AccountBackend => {
  return {
    exportPage: async (after) => {
      const page = expectObject(await call('export_page', { after }));
      return { lines: expectText(page['lines']), next: orNull(expectText, page['next']) };
    },
    listOtherNames: async (name) => expectList(expectText, await call('list_other_names', { key: name })),
    erasePlayer: async (name, after) => {
      const erased = expectObject(await call('erase_player', { key: name, after }));
      return { after: orNull(expectText, erased['after']), found: expectFlag(erased['found']) };
    },
  };
};
