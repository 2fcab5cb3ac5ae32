import { DEVICE_ROLES, type DeviceAnswer } from '../core/devices/follow-device.ts';
import { TABLE_KINDS } from '../rules/table-kind.ts';
import { BackendError } from '../core/failure.ts';
import { expectObject, expectOneOf, orNull, expectText } from './answers.ts';
import type { AuthBackend, DeviceBackend } from './contract.ts';
import { readWaiting } from './pairing.ts';
import { joinChannel } from './channel.ts';
import type { Requests } from './requests.ts';

const STATUSES = ['unknown', 'waiting', 'letIn', 'removed'] as const;

const readAnswer = (value: unknown): DeviceAnswer => {
  const answer = expectObject(value);
  const status = expectOneOf(STATUSES, answer['status']);
  switch (status) {
    case 'unknown':
      return { status };
    case 'waiting':
      return readWaiting(answer);
    case 'removed':
      return { status, id: expectText(answer['id']) };
    case 'letIn':
      return {
        status,
        topic: expectText(answer['topic']),
        device: {
          id: expectText(answer['id']),
          title: expectText(answer['title']),
          role: expectOneOf(DEVICE_ROLES, answer['role']),
          table: orNull((given) => {
            const { id, title, kind } = expectObject(given);
            return {
              id: expectText(id),
              title: expectText(title),
              kind: expectOneOf(TABLE_KINDS, kind),
            };
          }, answer['table']),
        },
      };
  }
};

/** The backend of a device, which is never signed in. */
export const deviceBackend = ({ call }: Requests): DeviceBackend => ({
  askDevice: async (secret) => readAnswer(await call('ask_device', { secret })),
  beginPairing: async (secret) => readAnswer(await call('begin_pairing', { secret, kind: 'device' })),
  listenDevice: (topic, { changed, ...listener }) => joinChannel(topic, listener, { changed }),
});

const refuse = (): Promise<never> => Promise.reject(new BackendError({ kind: 'forbidden' }));

/** Presents a device as an account: signed in as long as it is paired. */
export const deviceAuth = (id: string): AuthBackend => ({
  watch: (changed) => {
    changed({ status: 'signedIn', userId: id });
    return () => {};
  },
  signIn: refuse,
  signOut: refuse,
  dropSession: async () => {},
  requestPasswordLink: refuse,
  openLink: refuse,
  setPassword: refuse,
});
