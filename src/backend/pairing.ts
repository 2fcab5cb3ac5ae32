import { number, text } from './answers.ts';

/** A code that waits for somebody to type it, as televisions and devices are answered. */
export const readWaiting = (answer: Readonly<Record<string, unknown>>) => ({
  status: 'waiting' as const,
  code: text(answer['code']),
  expiresInMillis: number(answer['expires_in']) * 1000,
  topic: text(answer['topic']),
});
