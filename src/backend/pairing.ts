import { number, text } from './answers.ts';

/** Parses the code and its expiry of a television or device that is waiting to be paired. */
export const readWaiting = (answer: Readonly<Record<string, unknown>>) => ({
  status: 'waiting' as const,
  code: text(answer['code']),
  expiresInMillis: number(answer['expires_in']) * 1000,
  topic: text(answer['topic']),
});
