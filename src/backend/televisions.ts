import { listOf, millis, object, oneOf, orNull, text } from './answers.ts';
import {
  PAIRING_OUTCOMES,
  type PairedTelevision,
  type TelevisionsBackend,
  type TelevisionSetting,
} from './contract.ts';
import { readProgramme } from './programme.ts';
import type { Requests } from './requests.ts';

const readTelevision = (value: unknown): PairedTelevision => {
  const television = object(value);
  return {
    id: text(television['id']),
    title: text(television['title']),
    tableId: orNull(text, television['table_id']),
    query: text(television['query']),
    programme: readProgramme(television['programme']),
    pairedAtMillis: millis(television['paired_at']),
    seenAtMillis: millis(television['seen_at']),
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
      const answer = object(await call('list_televisions', {}));
      return {
        televisions: listOf(readTelevision, answer['televisions']),
        serverMillis: millis(answer['server_time']),
      };
    },
    pairTelevision: async (code, setting) => {
      const answer = object(await call('pair_television', { code, ...stored(setting) }));
      return oneOf(PAIRING_OUTCOMES, answer['status']);
    },
    updateTelevision: (id, setting) => change('update_television', { id, ...stored(setting) }),
    unpairTelevision: (id) => change('unpair_television', { id }),
  };
};
