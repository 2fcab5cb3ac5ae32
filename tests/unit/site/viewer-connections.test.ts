import { afterEach, expect, test, vi } from 'vitest';

/** A window that knows who listens to it. */
class CountedWindow extends EventTarget {
  readonly listeners = new Set<unknown>();
  override addEventListener(...[type, listener, options]: Parameters<EventTarget['addEventListener']>): void {
    this.listeners.add(listener);
    super.addEventListener(type, listener, options);
  }
  override removeEventListener(
    ...[type, listener, options]: Parameters<EventTarget['removeEventListener']>
  ): void {
    this.listeners.delete(listener);
    super.removeEventListener(type, listener, options);
  }
}

/** Never gets anywhere. */
class DeadSocket extends EventTarget {
  static opened = 0;
  readonly readyState = 0;
  constructor() {
    super();
    DeadSocket.opened += 1;
  }
  close(): void {
    this.dispatchEvent(new Event('close'));
  }
}

/** Opens, lets every channel be joined, and says nothing more: as in a network that died without a word. */
class SilentSocket {
  static opened = 0;
  readonly bufferedAmount = 0;
  readyState = 0;
  onopen: () => void = () => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  onclose: (event: object) => void = () => undefined;
  constructor() {
    SilentSocket.opened += 1;
    setTimeout(() => {
      this.readyState = 1;
      this.onopen();
    });
  }
  send(sent: string): void {
    const message = JSON.parse(sent) as { event: string };
    if (message.event !== 'phx_join') return;
    const answer = { ...message, event: 'phx_reply', payload: { status: 'ok', response: {} } };
    setTimeout(() => this.onmessage({ data: JSON.stringify(answer) }));
  }
  close(): void {
    this.readyState = 2;
    setTimeout(() => {
      this.readyState = 3;
      this.onclose({ code: 1006 });
    }, 100);
  }
}

const listener = { joined: vi.fn(), lost: vi.fn() };

/** The module, new, in a page whose sockets are these. */
const openPage = async (window: EventTarget, sockets: unknown) => {
  vi.stubGlobal('window', window);
  vi.stubGlobal('location', { origin: 'https://venue.example' });
  vi.stubGlobal('WebSocket', sockets);
  vi.resetModules();
  return import('../../../src/backend/realtime.ts');
};

afterEach(() => {
  vi.clearAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a connection whose heartbeat isn’t answered is lost once, and not revived behind the back', async () => {
  const { joinChannel } = await openPage(new EventTarget(), SilentSocket);
  vi.useFakeTimers();
  joinChannel('overlay:one', listener, {});
  await vi.advanceTimersByTimeAsync(1000);
  expect(listener.joined).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(listener.lost).toHaveBeenCalledOnce();
  expect(SilentSocket.opened).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('a connection that was thrown away is forgotten by the window, and never comes back', async () => {
  const window = new CountedWindow();
  const { joinChannel } = await openPage(window, DeadSocket);
  const own = vi.fn();

  const close = joinChannel('overlay:one', listener, {});
  window.addEventListener('pageshow', own);
  const others = Array.from({ length: 3 }, () => joinChannel('overlay:one', listener, {}));
  for (const leave of [close, ...others]) leave();

  expect([...window.listeners]).toEqual([own]);
  const opened = DeadSocket.opened;
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('pageshow'));
  expect(own).toHaveBeenCalledOnce();
  expect(DeadSocket.opened).toBe(opened);
});
