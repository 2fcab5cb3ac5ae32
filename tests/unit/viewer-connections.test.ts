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

const listener = { joined: vi.fn(), lost: vi.fn() };

afterEach(() => vi.unstubAllGlobals());

test('a connection that was thrown away is forgotten by the window, and never comes back', async () => {
  const window = new CountedWindow();
  vi.stubGlobal('window', window);
  vi.stubGlobal('location', { origin: 'https://venue.example' });
  vi.stubGlobal('WebSocket', DeadSocket);
  vi.resetModules();
  const { joinChannel } = await import('../../src/backend/viewer.ts');
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
