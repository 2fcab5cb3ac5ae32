/*
 * Keeps a device's screen on. Browsers have a wake lock for that, but not over plain http on a local network. There, a
 * playing video works, under different conditions in each engine. Chromium wants it visible (a stream may be small),
 * Firefox wants a stream or sound, and WebKit wants unmuted sound and no `loop`. A canvas stream satisfies the first
 * two; adding a silent track satisfies the third.
 * https://chromium.googlesource.com/chromium/src/+/main/third_party/blink/renderer/core/html/media/video_wake_lock.cc
 * https://github.com/WebKit/WebKit/blob/main/Source/WebCore/html/HTMLMediaElement.cpp (shouldDisableSleep)
 */

/** One way to keep the screen on. */
interface Way {
  /** Resolves once the screen is kept on. Rejects if the browser needs a user gesture first. Safe to call again. */
  readonly hold: () => Promise<void>;
  readonly release: () => void;
}

const byLock = (locks: WakeLock): Way => {
  let lock: Promise<WakeLockSentinel> | null = null;
  const forget = (): void => {
    lock = null;
  };
  return {
    hold: async () => {
      lock ??= locks.request('screen');
      // Refused or released: the next call requests a new lock.
      lock.then((held) => held.addEventListener('release', forget), forget);
      await lock;
    },
    release: () => void lock?.then((held) => held.release()).catch(() => {}),
  };
};

/** The canvas changes once a second, because a video whose time doesn't advance keeps nothing awake. */
const FRAME_MILLIS = 1000;

/** Whether this is WebKit, the only engine with this method on videos. */
const needsSound = (): boolean => 'webkitSetPresentationMode' in HTMLVideoElement.prototype;

const byVideo = (): Way => {
  let close: (() => void) | null = null;
  let video: HTMLVideoElement | null = null;

  const open = (): HTMLVideoElement => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 2;
    const pen = canvas.getContext('2d');
    const stream = canvas.captureStream();
    let bright = false;
    const paint = setInterval(() => {
      bright = !bright;
      if (pen) pen.fillStyle = bright ? '#111' : '#000';
      pen?.fillRect(0, 0, 2, 2);
    }, FRAME_MILLIS);
    const element = document.createElement('video');
    element.dataset['keepsAwake'] = '';
    element.setAttribute('aria-hidden', 'true');
    element.playsInline = true;
    element.srcObject = stream;
    let sound: AudioContext | null = null;
    if (needsSound()) {
      sound = new AudioContext();
      const silence = sound.createMediaStreamDestination();
      for (const track of silence.stream.getAudioTracks()) stream.addTrack(track);
    } else {
      element.muted = true;
    }
    // Covers the whole screen, invisible and ignoring touches.
    Object.assign(element.style, {
      position: 'fixed',
      inset: '0',
      inlineSize: '100%',
      blockSize: '100%',
      zIndex: '-1',
      opacity: '0.01',
      pointerEvents: 'none',
    });
    document.body.append(element);
    close = () => {
      clearInterval(paint);
      element.remove();
      element.srcObject = null;
      for (const track of stream.getTracks()) track.stop();
      void sound?.close();
    };
    return element;
  };

  return {
    hold: async () => {
      video ??= open();
      await video.play();
    },
    release: () => close?.(),
  };
};

/** Events that browsers count as a user gesture. */
const TOUCHES = ['pointerup', 'keydown'] as const;

/**
 * Keeps the screen on until the returned function is called. If the browser needs a user gesture, it starts with the
 * next one. A lock that the browser released, such as on switching tabs, is requested again on return. Never fails: at
 * worst the screen turns off as usual. Set `untouched` for unattended devices: it tries the video right away, which
 * most browsers allow only after a gesture.
 */
export const keepAwake = (untouched = false): (() => void) => {
  // Undefined over plain http, contrary to the types.
  const locks = navigator.wakeLock as WakeLock | undefined;
  const way = locks ? byLock(locks) : byVideo();
  const hold = (): void => {
    if (document.visibilityState === 'visible') way.hold().catch(() => {});
  };
  // Every gesture requests it again. That costs nothing if the screen is on, and a lost video lock isn't reported.
  for (const touch of TOUCHES) document.addEventListener(touch, hold);
  document.addEventListener('visibilitychange', hold);
  if (locks || untouched) hold();
  return () => {
    for (const touch of TOUCHES) document.removeEventListener(touch, hold);
    document.removeEventListener('visibilitychange', hold);
    way.release();
  };
};
