import { useEffect, useState, type RefObject } from 'react';
import { keepAwake } from '../../browser/awake.ts';

/** Controls are hidden after this long without input. */
const IDLE_MILLIS = 3000;

const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

export interface Wall {
  readonly isWall: boolean;
  /** Whether there was no input for a while. */
  readonly isIdle: boolean;
  readonly toggle: () => void;
}

/**
 * Shows `stage` full screen and keeps the screen on. If the browser has no full screen, as on iPhones, `isWall` lets
 * the styles fill the window instead.
 */
export const useWall = (stage: RefObject<HTMLElement | null>): Wall => {
  const [isWall, setIsWall] = useState(false);
  const [isIdle, setIsIdle] = useState(false);

  useEffect(() => {
    const follow = (): void => setIsWall(document.fullscreenElement === stage.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [stage]);

  useEffect(() => {
    if (!isWall) return undefined;
    const over = new AbortController();
    const { signal } = over;
    const sleep = keepAwake();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wake = (): void => {
      setIsIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIsIdle(true), IDLE_MILLIS);
    };
    wake();
    for (const touch of TOUCHES) document.addEventListener(touch, wake, { passive: true, signal });
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') setIsWall(false);
      },
      { signal },
    );
    document.documentElement.classList.add('has-wall');
    return () => {
      over.abort();
      clearTimeout(timer);
      sleep();
      setIsIdle(false);
      document.documentElement.classList.remove('has-wall');
    };
  }, [isWall]);

  const toggle = (): void => {
    if (document.fullscreenElement) {
      void document.exitFullscreen();
      return;
    }
    if (isWall) {
      setIsWall(false);
      return;
    }
    // On iPhones only videos have this method, contrary to the types.
    const node = stage.current as { requestFullscreen?: Element['requestFullscreen'] } | null;
    const asked = node?.requestFullscreen?.({ navigationUI: 'hide' });
    if (asked) asked.catch(() => setIsWall(true));
    else setIsWall(true);
  };

  return { isWall, isIdle, toggle };
};
