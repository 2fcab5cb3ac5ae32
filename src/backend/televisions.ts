import { expectList, expectMillis, expectObject, expectOneOf, orNull, expectText } from './answers.ts';
import type { PairedTelevision, TelevisionsBackend, TelevisionSetting } from './contract.ts';
import { PAIRING_OUTCOMES } from '../core/devices/pairing.ts';
import { readProgramme } from './programme.ts';
import type { Requests } from './requests.ts';

const readTelevision = (value: unknown): PairedTelevision => {
  const television = expectObject(value);
  return {
    id: expectText(television['id']),
    title: expectText(television['title']),
    tableId: orNull(expectText, television['table_id']),
    query: expectText(television['query']),
    programme: readProgramme(television['programme']),
    pairedAtMillis: expectMillis(television['paired_at']),
    seenAtMillis: expectMillis(television['seen_at']),
  };
};

/** A setting in the database's format. */
const stored = ({ title, tableId, query, programme }: TelevisionSetting) => ({
  title,
  table_id: tableId,
  query,
  programme: { turns: [...programme.turns], seconds: programme.seconds },
});

/** The backend of an owner's televisions. */
export const televisionsBackend = ({ call, change }: Requests): TelevisionsBackend => {
  return {
    listTelevisions: async () => {
      const answer = expectObject(await call('list_televisions', {}));
      return {
        televisions: expectList(readTelevision, answer['televisions']),
        serverMillis: expectMillis(answer['server_time']),
      };
    },
    pairTelevision: async (code, setting) => {
      const answer = expectObject(await call('pair_television', { code, ...stored(setting) }));
      return expectOneOf(PAIRING_OUTCOMES, answer['status']);
    },
    updateTelevision: (id, setting) => change('update_television', { id, ...stored(setting) }),
    unpairTelevision: (id) => change('unpair_television', { id }),
  };
};
