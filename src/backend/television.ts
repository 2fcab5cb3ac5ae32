import type { ShownProgramme, TelevisionAnswer } from '../core/television/follow-television.ts';
import type { Body } from '../rules/read.ts';
import type { ScreenList, ScreenParty, ScreenTable } from '../core/television/waiting.ts';
import { TABLE_KINDS } from '../rules/table-kind.ts';
import { listOf, millis, number, object, oneOf, orNull, text } from './answers.ts';
import type { TelevisionBackend } from './contract.ts';
import { readFacts } from './facts.ts';
import { readWaiting } from './pairing.ts';
import { readProgramme } from './programme.ts';
import type { Requests } from './requests.ts';
import { joinChannel } from './realtime.ts';

const STATUSES = ['unknown', 'waiting', 'paired'] as const;
const WISHES = ['any', 'table', ...TABLE_KINDS] as const;

const readTable = (value: unknown): ScreenTable => {
  const table = object(value);
  return {
    id: text(table['id']),
    title: text(table['title']),
    kind: oneOf(TABLE_KINDS, table['kind']),
    ...readFacts(table),
  };
};

const readParty = (value: unknown, serverMillis: number): ScreenParty => {
  const party = object(value);
  const ago = orNull(number, party['called_ago']);
  return {
    id: text(party['id']),
    name: text(party['name']),
    size: number(party['size']),
    wants: oneOf(WISHES, party['wants']),
    tableId: orNull(text, party['table_id']),
    // Rounded to the second: every answer recomputes it, and equal values aren't drawn again.
    calledAtMillis: ago === null ? null : Math.round(serverMillis / 1000 - ago) * 1000,
  };
};

const readList = (value: unknown, serverMillis: number): ScreenList => {
  const list = object(value);
  return {
    seq: number(list['seq']),
    tables: listOf(readTable, list['tables']),
    parties: listOf((party) => readParty(party, serverMillis), list['parties']),
  };
};

/** The programme, with the parts of an answer that its turns need. */
const readShown = (answer: Body, serverMillis: number): ShownProgramme => ({
  ...readProgramme(answer['programme']),
  tableId: orNull(text, answer['table_id']),
  venue: text(answer['venue']),
  timeZone: text(answer['time_zone']),
  waiting: readList(answer['waiting'], serverMillis),
});

const readAnswer = (value: unknown): TelevisionAnswer => {
  const answer = object(value);
  const status = oneOf(STATUSES, answer['status']);
  const serverMillis = millis(answer['server_time']);
  switch (status) {
    case 'unknown':
      return { status, serverMillis };
    case 'waiting':
      return { serverMillis, ...readWaiting(answer) };
    case 'paired':
      return {
        status,
        serverMillis,
        topic: text(answer['topic']),
        room: text(answer['room']),
        assignment: {
          query: text(answer['query']),
          tables: listOf((table) => {
            const { id, token, title } = object(table);
            return { id: text(id), token: text(token), title: text(title) };
          }, answer['tables']),
          programme: readShown(answer, serverMillis),
        },
      };
  }
};

/** The backend of a television, which is never signed in. */
export const televisionBackend = ({ call }: Requests): TelevisionBackend => {
  return {
    askTelevision: async (secret) => readAnswer(await call('ask_television', { secret })),
    beginPairing: async (secret) => readAnswer(await call('begin_pairing', { secret })),
    listenTelevision: (topics, { joined, changed, lost }) => {
      const waiting = new Set(topics);
      const close = (): void => ends.forEach((end) => end());
      const ends = topics.map((topic) =>
        joinChannel(
          topic,
          {
            joined: () => {
              waiting.delete(topic);
              if (waiting.size === 0) joined();
            },
            lost: () => {
              close();
              lost();
            },
          },
          // A room announces changes of its list, and that a match began or ended at one of its tables.
          { changed, seq: changed, played: changed },
        ),
      );
      return close;
    },
  };
};
