import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';

/** A screencast begins with the page as it was found, more than once. */
const FOUND_MILLIS = 400;

/** Counts the frames that a page is painted anew for, and those of them that look as the one before. */
export const countFrames = (devtools: CDPSession) => {
  const counted = { frames: 0, alike: 0 };
  let before: string | undefined;
  let counting = false;
  devtools.on('Page.screencastFrame', ({ data, sessionId }) => {
    const seen = createHash('sha256').update(data).digest('base64');
    if (counting) {
      counted.frames += 1;
      if (seen === before) counted.alike += 1;
    }
    before = seen;
    void devtools.send('Page.screencastFrameAck', { sessionId });
  });
  return {
    counted,
    start: async (): Promise<void> => {
      await devtools.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
      await wait(FOUND_MILLIS);
      counting = true;
    },
    stop: async (): Promise<void> => {
      counting = false;
      await devtools.send('Page.stopScreencast');
    },
  };
};
