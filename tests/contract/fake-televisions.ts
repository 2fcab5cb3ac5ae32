import type {
  PairingOutcome,
  PairedTelevision,
  TelevisionBackend,
  TelevisionsBackend,
  TelevisionSetting,
} from '../../src/backend/contract.ts';
import type { ShownTable, TelevisionAnswer } from '../../src/core/sync/television.ts';
import { isCode } from '../../src/core/television/code.ts';
import type { fakeNetwork } from './fake-network.ts';

/*
 * The televisions of a server in memory. It answers as the functions of the migrations do.
 */

const CODE_MILLIS = 600_000;
const RENEW_MILLIS = 120_000;
const SEEN_MILLIS = 30_000;
const MOST_TRIES = 10;
const MOST_TELEVISIONS = 50;
const SECRET = /^[A-Za-z0-9]{32,64}$/;
const QUERY = /^(\?[A-Za-z0-9=&_.-]{0,200})?$/;
const ALPHABET = 'CDFHJKMNPRTWXY23456789';

interface StoredCode {
  readonly code: string;
  readonly secret: string;
  readonly television: string;
  readonly endsAtMillis: number;
}

interface StoredTelevision extends Omit<PairedTelevision, keyof TelevisionSetting | 'seenAtMillis'> {
  readonly owner: string;
  readonly secret: string;
  setting: TelevisionSetting;
  seenAtMillis: number;
}

interface KnownTable extends ShownTable {
  readonly id: string;
  readonly archived: boolean;
}

interface Server {
  readonly serverMillis: () => number;
  readonly newId: () => string;
  readonly fail: (kind: 'forbidden' | 'sessionExpired') => never;
  readonly invalid: () => never;
  readonly fits: (name: string) => boolean;
  readonly tablesOf: (owner: string) => readonly KnownTable[];
  /** Tells everybody who listens to a television's topic that it changed. */
  readonly announce: (topic: string) => void;
}

export const fakeTelevisions = ({ serverMillis, newId, fail, invalid, fits, tablesOf, announce }: Server) => {
  const paired: StoredTelevision[] = [];
  let codes: StoredCode[] = [];
  const tries = new Map<string, number[]>();
  let drawn = 0;

  const topicOf = (television: string): string => `television:${television}`;

  const newCode = (): string => {
    drawn += 1;
    const letters = Array.from({ length: 6 }, (_, place) => Math.floor(drawn / ALPHABET.length ** place));
    return letters.map((letter) => ALPHABET[letter % ALPHABET.length] ?? '').join('');
  };

  const removeCodes = (): void => {
    codes = codes.filter(({ endsAtMillis }) => endsAtMillis > serverMillis() - CODE_MILLIS);
  };

  const waiting = ({ code, television, endsAtMillis }: StoredCode): TelevisionAnswer => ({
    status: 'waiting',
    code,
    expiresInMillis: endsAtMillis - serverMillis(),
    topic: topicOf(television),
  });

  const newest = (secret: string): StoredCode | undefined =>
    codes.filter((code) => code.secret === secret).at(-1);

  const ask = (secret: string): TelevisionAnswer => {
    const known = paired.find((television) => television.secret === secret);
    if (!known) {
      const shown = newest(secret);
      return shown && shown.endsAtMillis > serverMillis() ? waiting(shown) : { status: 'unknown' };
    }
    if (known.seenAtMillis <= serverMillis() - SEEN_MILLIS) known.seenAtMillis = serverMillis();
    const { title, query, tableId } = known.setting;
    return {
      status: 'paired',
      topic: topicOf(known.id),
      assignment: {
        ...{ title, query, all: tableId === null },
        tables: tablesOf(known.owner)
          .filter(({ id, archived }) => (tableId === null ? !archived : id === tableId))
          .map((table) => ({ token: table.token, title: table.title })),
      },
    };
  };

  const begin = (secret: string): TelevisionAnswer => {
    if (!SECRET.test(secret)) return invalid();
    removeCodes();
    if (paired.some((television) => television.secret === secret)) return ask(secret);
    const before = newest(secret);
    if (before && before.endsAtMillis > serverMillis() + RENEW_MILLIS) return waiting(before);
    codes = codes.filter((code) => code.secret !== secret || code === before);
    const made: StoredCode = {
      ...{ code: newCode(), secret, television: before?.television ?? newId() },
      endsAtMillis: serverMillis() + CODE_MILLIS,
    };
    codes.push(made);
    return waiting(made);
  };

  const check = (owner: string, { title, tableId, query }: TelevisionSetting): void => {
    if (tableId !== null && !tablesOf(owner).some(({ id }) => id === tableId)) fail('forbidden');
    if (!fits(title) || !QUERY.test(query)) invalid();
  };

  const pair = (owner: string, typed: string, setting: TelevisionSetting): PairingOutcome => {
    const wrong = (tries.get(owner) ?? []).filter((at) => at > serverMillis() - CODE_MILLIS);
    if (setting.tableId !== null) check(owner, { ...setting, title: '' });
    if (wrong.length >= MOST_TRIES) return 'tooMany';
    if (paired.filter((television) => television.owner === owner).length >= MOST_TELEVISIONS) return 'full';
    removeCodes();
    const shown = codes.find(({ code }) => isCode(typed) && code === typed);
    if (!shown) {
      tries.set(owner, [...wrong, serverMillis()]);
      return 'wrong';
    }
    if (shown.endsAtMillis <= serverMillis()) return 'expired';
    check(owner, setting);
    const { television: id, secret } = shown;
    const millis = serverMillis();
    paired.push({ id, owner, secret, setting, pairedAtMillis: millis, seenAtMillis: millis });
    codes = codes.filter((code) => code.secret !== secret);
    announce(topicOf(id));
    return 'paired';
  };

  const own = (owner: string, id: string): StoredTelevision =>
    paired.find((television) => television.id === id && television.owner === owner) ?? fail('forbidden');

  return {
    /** Tells an owner's televisions that a table changed. */
    tablesChanged: (owner: string): void => {
      for (const television of paired) if (television.owner === owner) announce(topicOf(television.id));
    },
    televisions: (
      owner: () => string,
      { request }: Pick<ReturnType<typeof fakeNetwork>, 'request'>,
    ): TelevisionsBackend => ({
      listTelevisions: () =>
        request('listTelevisions', () => ({
          televisions: paired
            .filter((television) => television.owner === owner())
            .map(({ id, setting, pairedAtMillis, seenAtMillis }) => ({
              ...{ id, ...setting, pairedAtMillis, seenAtMillis },
            })),
          serverMillis: serverMillis(),
        })),
      pairTelevision: (code, setting) => request('pairTelevision', () => pair(owner(), code, setting)),
      updateTelevision: (id, setting) =>
        request('updateTelevision', () => {
          const television = own(owner(), id);
          check(owner(), setting);
          television.setting = setting;
          announce(topicOf(id));
        }),
      unpairTelevision: (id) =>
        request('unpairTelevision', () => {
          paired.splice(paired.indexOf(own(owner(), id)), 1);
          announce(topicOf(id));
        }),
    }),
    television: ({ request, listen }: ReturnType<typeof fakeNetwork>): TelevisionBackend => ({
      askTelevision: (secret) => request('askTelevision', () => ask(secret)),
      beginPairing: (secret) => request('beginPairing', () => begin(secret)),
      listenTelevision: (topic, { joined, changed, lost }) =>
        listen(topic, { joined, lost, changed, gone: () => {}, dressed: () => {} }),
    }),
  };
};
