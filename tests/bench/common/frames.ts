import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';

/** A screencast starts with repeated frames of the page as it was. They are over once there is none for this long. */
const QUIET_MILLIS = 300;

/** Counts a page's painted frames, and those that look like the one before. */
export const countFrames = (devtools: CDPSession) => {
  const counted = { frames: 0, alike: 0 };
  /** The frames with their times: they needn't arrive in the order in which they were painted. */
  let seen: { readonly at: number; readonly hash: string; readonly counts: boolean }[] = [];
  let counting = false;
  let lastMillis = 0;
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const hash = createHash('sha256').update(data).digest('base64');
    seen.push({ at: metadata.timestamp ?? 0, hash, counts: counting });
    lastMillis = performance.now();
    void devtools.send('Page.screencastFrameAck', { sessionId });
  });
  return {
    counted,
    /** Resolves when the page as it was found is seen; nothing may change meanwhile. */
    start: async (): Promise<void> => {
      seen = [];
      lastMillis = performance.now();
      await devtools.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
      while (seen.length === 0 || performance.now() - lastMillis < QUIET_MILLIS) await wait(QUIET_MILLIS / 4);
      counting = true;
    },
    stop: async (): Promise<void> => {
      counting = false;
      await devtools.send('Page.stopScreencast');
      const painted = seen.toSorted((one, other) => one.at - other.at);
      for (const [index, { hash, counts }] of painted.entries()) {
        if (!counts) continue;
        counted.frames += 1;
        if (painted[index - 1]?.hash === hash) counted.alike += 1;
      }
    },
  };
};
