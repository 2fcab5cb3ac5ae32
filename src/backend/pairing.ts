import { expectNumber, expectObject, expectOneOf, expectText } from './answers.ts';
import type { PairingBackend } from './contract.ts';
import { CODE_PROBLEMS, PAIRED_KINDS } from '../core/devices/pairing.ts';
import type { Requests } from './requests.ts';

/** Parses the code and its expiry of a television or device that is waiting to be paired. */
export const readWaiting = (answer: Readonly<Record<string, unknown>>) => ({
  status: 'waiting' as const,
  code: expectText(answer['code']),
  expiresInMillis: expectNumber(answer['expires_in']) * 1000,
  topic: expectText(answer['topic']),
});

/** The backend of a venue for codes of any kind. */
export const pairingBackend = ({ call }: Requests): PairingBackend => ({
  findCode: async (code) =>
    expectOneOf(
      [...PAIRED_KINDS, ...CODE_PROBLEMS],
      expectObject(await call('find_code', { code }))['status'],
    ),
});
