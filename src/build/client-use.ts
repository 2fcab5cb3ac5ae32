import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** The value names a session-storage key: while it holds something, the island wakes up at once to show it. */
    'client:use'?: string;
  }
}

const EVENTS = ['focusin', 'pointerover', 'pointerdown', 'input'] as const;

const holds = (key: unknown): boolean => {
  try {
    return sessionStorage.getItem(String(key)) !== null;
  } catch {
    // Storage is forbidden: nothing was kept.
    return false;
  }
};

/** `client:use`: wakes an island up when somebody reaches for it. One that is seen at once would load at once. */
const whenUsed: ClientDirective = (load, { value }, element) => {
  const wake = async (): Promise<void> => {
    listen('removeEventListener');
    try {
      await (
        await load()
      )();
    } catch {
      // Its script could not be had: the next touch tries again.
      listen('addEventListener');
    }
  };
  const touched = (): void => void wake();
  const listen = (how: 'addEventListener' | 'removeEventListener'): void => {
    for (const event of EVENTS) element[how](event, touched);
  };
  if (holds(value)) void wake();
  else listen('addEventListener');
};

export default whenUsed;
