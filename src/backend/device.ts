import { DEVICE_ROLES, type DeviceAnswer } from '../core/devices/follow-device.ts';
import { BackendError } from '../core/failure.ts';
import { object, oneOf, orNull, text } from './answers.ts';
import type { AuthBackend, DeviceBackend } from './contract.ts';
import { readWaiting } from './pairing.ts';
import { joinChannel } from './realtime.ts';
import type { Requests } from './requests.ts';

const STATUSES = ['unknown', 'waiting', 'letIn', 'removed'] as const;

const readAnswer = (value: unknown): DeviceAnswer => {
  const answer = object(value);
  const status = oneOf(STATUSES, answer['status']);
  switch (status) {
    case 'unknown':
      return { status };
    case 'waiting':
      return readWaiting(answer);
    case 'removed':
      return { status, id: text(answer['id']) };
    case 'letIn':
      return {
        status,
        topic: text(answer['topic']),
        device: {
          id: text(answer['id']),
          title: text(answer['title']),
          role: oneOf(DEVICE_ROLES, answer['role']),
          table: orNull((given) => {
            const { id, title } = object(given);
            return { id: text(id), title: text(title) };
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
