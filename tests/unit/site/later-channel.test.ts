import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const REALTIME = '../../../src/backend/realtime.ts';
const leave = vi.fn<() => void>();
const join = vi.fn(() => leave);
const listener = { joined: vi.fn<() => void>(), lost: vi.fn<() => void>() };

/** The module, with what it fetches as `realtime` answers. */
const channel = async (realtime: () => object) => {
  vi.doMock(REALTIME, realtime);
  return import('../../../src/backend/channel.ts');
};

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
});
afterEach(() => {
  vi.doUnmock(REALTIME);
});

it('joins once the connection’s code is here, and leaves what it joined', async () => {
  const { joinChannel } = await channel(() => ({ joinChannel: join }));
  const events = { state: () => undefined };
  const close = joinChannel('overlay:one', listener, events);
  await vi.waitFor(() => expect(join).toHaveBeenCalledExactlyOnceWith('overlay:one', listener, events));
  expect(leave).not.toHaveBeenCalled();
  close();
  expect(leave).toHaveBeenCalledOnce();
});

it('never joins what was left before', async () => {
  const { joinChannel } = await channel(() => ({ joinChannel: join }));
  joinChannel('overlay:one', listener, {})();
  joinChannel('overlay:two', listener, {});
  await vi.waitFor(() => expect(join).toHaveBeenCalledExactlyOnceWith('overlay:two', listener, {}));
});

it('counts as lost if the code can’t be fetched', async () => {
  const { joinChannel } = await channel(() => {
    throw new Error('offline');
  });
  joinChannel('overlay:one', listener, {});
  await vi.waitFor(() => expect(listener.lost).toHaveBeenCalledOnce());
  expect(join).not.toHaveBeenCalled();
});
