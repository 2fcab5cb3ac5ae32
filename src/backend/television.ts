import type { TelevisionAnswer } from '../core/follow/television.ts';
import { flag, listOf, object, oneOf, text } from './answers.ts';
import type { TelevisionBackend } from './contract.ts';
import { readWaiting } from './pairing.ts';
import type { Requests } from './requests.ts';
import { joinChannel } from './realtime.ts';

const STATUSES = ['unknown', 'waiting', 'paired'] as const;

const readAnswer = (value: unknown): TelevisionAnswer => {
  const answer = object(value);
  const status = oneOf(STATUSES, answer['status']);
  switch (status) {
    case 'unknown':
      return { status };
    case 'waiting':
      return readWaiting(answer);
    case 'paired':
      return {
        status,
        topic: text(answer['topic']),
        assignment: {
          title: text(answer['title']),
          query: text(answer['query']),
          all: flag(answer['all']),
          tables: listOf((table) => {
            const { token, title } = object(table);
            return { token: text(token), title: text(title) };
          }, answer['tables']),
        },
      };
  }
};

/** The backend of a television, which is never signed in. */
export const televisionBackend = ({ call }: Requests): TelevisionBackend => {
  return {
    askTelevision: async (secret) => readAnswer(await call('ask_television', { secret })),
    beginPairing: async (secret) => readAnswer(await call('begin_pairing', { secret })),
    listenTelevision: (topic, { changed, ...listener }) => joinChannel(topic, listener, { changed }),
  };
};
