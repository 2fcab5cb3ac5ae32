import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { joinChannel } from '../../../src/backend/channel.ts';
import { isPartMissing } from '../../../src/core/missing-parts.ts';

const REALTIME = '../../../src/backend/realtime.ts';
const leave = vi.fn<() => void>();
const join = vi.fn(() => leave);
const listener = { joined: vi.fn<() => void>(), lost: vi.fn<() => void>() };

/** How the file that a channel needs is answered from now on. */
const answer = (realtime: () => object): void => {
  vi.doMock(REALTIME, realtime);
};

beforeEach(() => {
  vi.clearAllMocks();
  answer(() => ({ joinChannel: join }));
});
afterAll(() => {
  vi.doUnmock(REALTIME);
});

it('joins once the connection’s code is here, and leaves what it joined', async () => {
  const events = { state: () => undefined };
  const close = joinChannel('overlay:one', listener, events);
  await vi.waitFor(() => expect(join).toHaveBeenCalledExactlyOnceWith('overlay:one', listener, events));
  expect(leave).not.toHaveBeenCalled();
  close();
  expect(leave).toHaveBeenCalledOnce();
});

it('never joins what was left before', async () => {
  joinChannel('overlay:one', listener, {})();
  joinChannel('overlay:two', listener, {});
  await vi.waitFor(() => expect(join).toHaveBeenCalledExactlyOnceWith('overlay:two', listener, {}));
});

it('counts as lost if the code can’t be fetched, which the page’s reload brings', async () => {
  answer(() => {
    throw new Error('offline');
  });
  joinChannel('overlay:one', listener, {});
  await vi.waitFor(() => expect(listener.lost).toHaveBeenCalledOnce());
  expect(join).not.toHaveBeenCalled();
  expect(isPartMissing()).toBe(true);
});
