import type { ShownProgramme, TelevisionAnswer } from '../core/television/follow-television.ts';
import { isObject, type Body } from '../rules/read.ts';
import type { TelevisionWaitingList, TelevisionParty } from '../core/television/waiting.ts';
import { TABLE_KINDS } from '../rules/table-kind.ts';
import {
  expectList,
  expectMillis,
  expectNumber,
  expectObject,
  expectOneOf,
  orNull,
  expectText,
} from './answers.ts';
import type { TelevisionBackend } from './contract.ts';
import { readRoomTable } from './facts.ts';
import { readWaiting } from './pairing.ts';
import { readProgramme } from './programme.ts';
import type { Requests } from './requests.ts';
import { joinChannel } from './channel.ts';

const STATUSES = ['unknown', 'waiting', 'paired'] as const;
const WISHES = ['any', 'table', ...TABLE_KINDS] as const;

const readParty = (value: unknown, serverMillis: number): TelevisionParty => {
  const party = expectObject(value);
  const ago = orNull(expectNumber, party['called_ago']);
  return {
    id: expectText(party['id']),
    name: expectText(party['name']),
    name2: orNull(expectText, party['name2']),
    size: expectNumber(party['size']),
    wants: expectOneOf(WISHES, party['wants']),
    tableId: orNull(expectText, party['table_id']),
    // Rounded to the second: every answer recomputes it, and equal values aren't drawn again.
    calledAtMillis: ago === null ? null : Math.round(serverMillis / 1000 - ago) * 1000,
  };
};

const readList = (value: unknown, serverMillis: number): TelevisionWaitingList => {
  const list = expectObject(value);
  return {
    seq: expectNumber(list['seq']),
    tables: expectList(readRoomTable, list['tables']),
    parties: expectList((party) => readParty(party, serverMillis), list['parties']),
  };
};

/** A tournament without the time of the answer, so that an equal one isn't drawn again. */
const untimed = (tournament: unknown): unknown =>
  isObject(tournament) ? { ...tournament, server_time: null } : null;

/** The programme, with the parts of an answer that its turns need. */
const readShown = (answer: Body, serverMillis: number): ShownProgramme => ({
  ...readProgramme(answer['programme']),
  tableId: orNull(expectText, answer['table_id']),
  venue: expectText(answer['venue']),
  timeZone: expectText(answer['time_zone']),
  waiting: readList(answer['waiting'], serverMillis),
  tournament: untimed(answer['tournament']),
});

const readAnswer = (value: unknown): TelevisionAnswer => {
  const answer = expectObject(value);
  const status = expectOneOf(STATUSES, answer['status']);
  const serverMillis = expectMillis(answer['server_time']);
  switch (status) {
    case 'unknown':
      return { status, serverMillis };
    case 'waiting':
      return { serverMillis, ...readWaiting(answer) };
    case 'paired':
      return {
        status,
        serverMillis,
        topic: expectText(answer['topic']),
        room: expectText(answer['room']),
        assignment: {
          query: expectText(answer['query']),
          tables: expectList((table) => {
            const { id, token, title, match_id: matchId } = expectObject(table);
            return {
              id: expectText(id),
              token: expectText(token),
              title: expectText(title),
              matchId: orNull(expectText, matchId),
            };
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
