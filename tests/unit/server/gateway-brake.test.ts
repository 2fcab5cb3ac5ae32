import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGateway, createGuard } from '../../../supabase/embedded/http/gateway.ts';
import { answerJson, Refusal } from '../../../supabase/embedded/http/http.ts';
import { tooMany } from '../../../supabase/embedded/http/limits.ts';

/** Refusals for asking too often are answered late, so that clients that retry at once don't delay others. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const gateway = createGateway({
  guard: createGuard([]),
  routes: [
    { path: /^\/rest\/v1\/often$/, answer: () => Promise.reject(tooMany(60)) },
    { path: /^\/rest\/v1\/wrong$/, answer: () => Promise.reject(new Refusal(400, 'Wrong')) },
    {
      path: /^\/rest\/v1\/right$/,
      answer: (_request, response) => {
        answerJson(response, 200, {});
        return Promise.resolve();
      },
    },
  ],
});

const ask = (name: string): ServerResponse => {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { url: `/rest/v1/${name}`, method: 'GET', headers: { host: 'localhost' } });
  const response = new ServerResponse(request);
  void gateway(request, response);
  return response;
};

const answeredWith = (response: ServerResponse): number | null =>
  response.writableEnded ? response.statusCode : null;

test('a 429 is held back for a second, up to five hundred of them, and nothing else is', async () => {
  const held = Array.from({ length: 500 }, () => ask('often'));
  await vi.advanceTimersByTimeAsync(999);
  expect(held.filter((response) => answeredWith(response) !== null)).toEqual([]);
  const [beyond, wrong, right] = [ask('often'), ask('wrong'), ask('right')];
  await vi.advanceTimersByTimeAsync(0);
  expect([beyond, wrong, right].map(answeredWith)).toEqual([429, 400, 200]);
  expect(beyond.getHeader('retry-after')).toBe('60');
  await vi.advanceTimersByTimeAsync(1);
  expect(held.every((response) => answeredWith(response) === 429)).toBe(true);
});
