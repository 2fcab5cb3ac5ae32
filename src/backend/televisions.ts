import { listOf, millis, object, oneOf, orNull, text } from './answers.ts';
import { PAIRING_OUTCOMES, type PairedTelevision, type TelevisionsBackend } from './contract.ts';
import type { Requests } from './requests.ts';

const readTelevision = (value: unknown): PairedTelevision => {
  const television = object(value);
  return {
    id: text(television['id']),
    title: text(television['title']),
    tableId: orNull(text, television['table_id']),
    query: text(television['query']),
    pairedAtMillis: millis(television['paired_at']),
    seenAtMillis: millis(television['seen_at']),
  };
};

/** The backend of an owner's televisions. */
export const televisionsBackend = ({ call }: Requests): TelevisionsBackend => {
  return {
    listTelevisions: async () => {
      const answer = object(await call('list_televisions', {}));
      return {
        televisions: listOf(readTelevision, answer['televisions']),
        serverMillis: millis(answer['server_time']),
      };
    },
    pairTelevision: async (code, { title, tableId, query }) => {
      const answer = object(await call('pair_television', { code, title, table_id: tableId, query }));
      return oneOf(PAIRING_OUTCOMES, answer['status']);
    },
    updateTelevision: async (id, { title, tableId, query }) => {
      await call('update_television', { id, title, table_id: tableId, query });
    },
    unpairTelevision: async (id) => {
      await call('unpair_television', { id });
    },
  };
};
