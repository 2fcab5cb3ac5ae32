import { number, object, oneOf, text } from './answers.ts';
import { CODE_PROBLEMS, PAIRED_KINDS, type PairingBackend } from './contract.ts';
import type { Requests } from './requests.ts';

/** Parses the code and its expiry of a television or device that is waiting to be paired. */
export const readWaiting = (answer: Readonly<Record<string, unknown>>) => ({
  status: 'waiting' as const,
  code: text(answer['code']),
  expiresInMillis: number(answer['expires_in']) * 1000,
  topic: text(answer['topic']),
});

/** The backend of a venue for codes of any kind. */
export const pairingBackend = ({ call }: Requests): PairingBackend => ({
  findCode: async (code) =>
    oneOf([...PAIRED_KINDS, ...CODE_PROBLEMS], object(await call('find_code', { code }))['status']),
});
