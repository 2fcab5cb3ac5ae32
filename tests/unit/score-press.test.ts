import { expect, test, vi } from 'vitest';
import { createFairQueue } from '../../supabase/embedded/fair-queue.ts';
import { createScoreHandler, TURNS } from '../../supabase/functions/score/handler.ts';

test.each([
  ['HEAD', {}],
  // What a browser sends that an address was typed into, or a link opened in.
  ['GET', { 'sec-fetch-mode': 'navigate' }],
  ['GET', { 'sec-purpose': 'prefetch' }],
  ['GET', { 'user-agent': 'TelegramBot (like TwitterBot)' }],
])('a button isn’t even looked up for %s with %j', async (method, headers) => {
  const callAsService = vi.fn();
  const report = vi.fn();
  const handle = createScoreHandler({
    database: { call: vi.fn(), callAsService },
    turns: createFairQueue(TURNS),
    now: () => 0,
    report,
  });
  const address = 'https://project.test/functions/v1/score/press/secret';
  const request = Object.defineProperty(new Request(address, { method }), 'headers', {
    value: new Headers(headers as Record<string, string>),
  });
  const answer = await handle(request, 'sender');
  expect(answer.status).toBe(403);
  expect(callAsService).not.toHaveBeenCalled();
  expect(report).not.toHaveBeenCalled();
});
