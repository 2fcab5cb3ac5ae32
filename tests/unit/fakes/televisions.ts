import type {
  OverlayListener,
  PairedTelevision,
  TelevisionBackend,
  TelevisionsBackend,
} from '../../../src/backend/contract.ts';
import type { ShownTable, TelevisionAnswer } from '../../../src/core/television/follow-television.ts';
import { shownAlways } from '../../../src/core/television/programme.ts';
import type { TelevisionWaitingList } from '../../../src/core/television/waiting.ts';
import type { Client } from './network.ts';
import { ROOM_TOPIC } from './waiting.ts';

/* The televisions of venues for tests of stores. */

const CODE_MILLIS = 600_000;
const RENEW_MILLIS = 120_000;
const ALPHABET = 'CDFHJKMNPRTWXY23456789';

interface StoredTelevision extends PairedTelevision {
  readonly owner: string;
  readonly secret: string;
}

interface Server {
  readonly serverMillis: () => number;
  readonly newId: () => string;
  readonly tablesOf: (
    owner: string,
  ) => readonly (Omit<ShownTable, 'matchId'> & { readonly archived: boolean })[];
  /** An owner's waiting list as screens show it. */
  readonly waitingOf: (owner: string) => TelevisionWaitingList;
  /** Tells everybody who listens to a television's topic that it changed. */
  readonly announce: (topic: string) => void;
}

export const fakeTelevisions = ({ serverMillis, newId, tablesOf, waitingOf, announce }: Server) => {
  let paired: readonly StoredTelevision[] = [];
  /** The codes that screens show, by their secrets. */
  const codes = new Map<
    string,
    { readonly code: string; readonly id: string; readonly endsAtMillis: number }
  >();
  let drawn = 0;

  const topicOf = (id: string): string => `television:${id}`;

  const ask = (secret: string): TelevisionAnswer => {
    const known = paired.find((television) => television.secret === secret);
    if (known) {
      const { query, tableId, programme } = known;
      const all = shownAlways(programme) !== 'table';
      const tables = tablesOf(known.owner)
        .filter(({ id, archived }) => (all ? !archived : id === tableId))
        .map(({ id, token, title: name }) => ({ id, token, title: name, matchId: null }));
      const shown = { tableId, venue: '', timeZone: 'Africa/Casablanca', waiting: waitingOf(known.owner) };
      return {
        status: 'paired',
        serverMillis: serverMillis(),
        topic: topicOf(known.id),
        room: ROOM_TOPIC,
        assignment: { query, tables, programme: { ...programme, ...shown } },
      };
    }
    const shown = codes.get(secret);
    if (!shown) return { status: 'unknown', serverMillis: serverMillis() };
    const { code, id, endsAtMillis } = shown;
    return {
      status: 'waiting',
      serverMillis: serverMillis(),
      code,
      topic: topicOf(id),
      expiresInMillis: endsAtMillis - serverMillis(),
    };
  };

  const begin = (secret: string): TelevisionAnswer => {
    const before = codes.get(secret);
    if ((before?.endsAtMillis ?? 0) <= serverMillis() + RENEW_MILLIS) {
      const code = (ALPHABET[++drawn % ALPHABET.length] ?? '').repeat(6);
      codes.set(secret, { code, id: before?.id ?? newId(), endsAtMillis: serverMillis() + CODE_MILLIS });
    }
    return ask(secret);
  };

  return {
    /** Tells an owner's televisions that a table changed. */
    tablesChanged: (owner: string): void => {
      for (const television of paired) if (television.owner === owner) announce(topicOf(television.id));
    },
    televisions: (owner: string, { request }: Client): TelevisionsBackend => ({
      listTelevisions: () =>
        request('listTelevisions', async () => ({
          televisions: paired.filter((television) => television.owner === owner),
          serverMillis: serverMillis(),
        })),
      pairTelevision: (typed, setting) =>
        request('pairTelevision', async () => {
          const [secret, shown] = [...codes].find(([, { code }]) => code === typed) ?? [];
          if (secret === undefined || !shown) return 'wrong';
          const millis = serverMillis();
          const { id } = shown;
          codes.delete(secret);
          paired = [
            ...paired,
            { ...setting, id, owner, secret, pairedAtMillis: millis, seenAtMillis: millis },
          ];
          announce(topicOf(id));
          return 'paired';
        }),
      updateTelevision: (id, setting) =>
        request('updateTelevision', async () => {
          paired = paired.map((television) =>
            television.id === id ? { ...television, ...setting } : television,
          );
          announce(topicOf(id));
        }),
      unpairTelevision: (id) =>
        request('unpairTelevision', async () => {
          paired = paired.filter((television) => television.id !== id);
          announce(topicOf(id));
        }),
    }),
    television: ({ request, listen }: Client): TelevisionBackend => ({
      askTelevision: (secret) => request('askTelevision', async () => ask(secret)),
      beginPairing: (secret) => request('beginPairing', async () => begin(secret)),
      listenTelevision: (topics, { joined, changed, lost }) => {
        const quiet = { gone: () => {}, branding: () => {}, seats: () => {}, rights: () => {} };
        // As in `src/backend/television.ts`: it has joined once all topics have, and is lost with any.
        let missing = topics.length;
        const close = (): void => {
          for (const stop of stops) stop();
        };
        const one: OverlayListener = {
          ...quiet,
          joined: () => {
            missing -= 1;
            if (missing === 0) joined();
          },
          lost: () => {
            close();
            lost();
          },
          changed: () => changed(),
        };
        const stops = topics.map((topic) => listen(topic, { ...one }));
        return close;
      },
    }),
  };
};
