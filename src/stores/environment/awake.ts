/*
 * Keeps a device's screen on. Browsers have a lock for that, but not on a plain http address of the local network; there
 * a playing video does it, and each engine has its own idea of which:
 * Chromium wants it on the screen (a stream may be small), Firefox a stream or sound, WebKit sound that isn't muted and
 * no `loop`. A stream of a canvas does it for the first two, with a silent track for the third.
 * https://chromium.googlesource.com/chromium/src/+/main/third_party/blink/renderer/core/html/media/video_wake_lock.cc
 * https://github.com/WebKit/WebKit/blob/main/Source/WebCore/html/HTMLMediaElement.cpp (shouldDisableSleep)
 */

/** One way to keep the screen on. */
interface Way {
  /** Resolves when the screen is kept on; rejects where the browser wants a touch first. Harmless when it already is. */
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
      // Refused, or taken back: whoever asks next gets another.
      lock.then((held) => held.addEventListener('release', forget), forget);
      await lock;
    },
    release: () => void lock?.then((held) => held.release()).catch(() => {}),
  };
};

/** A picture that changes once a second: a video whose time doesn't go on keeps nothing awake. */
const FRAME_MILLIS = 1000;

/** Whether this is WebKit, whose videos alone know how to be presented. */
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
    element.ariaHidden = 'true';
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
    // Over the whole screen, and to be neither seen nor touched.
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

/** What a browser takes for a touch by a person. */
const TOUCHES = ['pointerup', 'keydown'] as const;

/**
 * Keeps the screen on until the function that it gives is called. Where a browser wants a touch first, it begins with
 * the next one; a lock that the browser took back, as when another tab is shown, is asked for again on return. Never
 * fails: where a screen can't be kept on, it goes dark as ever. `untouched` is for what nobody ever touches: it tries at once
 * what most browsers want a touch for.
 */
export const keepAwake = (untouched = false): (() => void) => {
  // The types promise locks everywhere; plain http has none.
  const locks = navigator.wakeLock as WakeLock | undefined;
  const way = locks ? byLock(locks) : byVideo();
  const hold = (): void => {
    if (document.visibilityState === 'visible') way.hold().catch(() => {});
  };
  // Each touch asks again: it costs nothing when the screen is kept on, and nobody says when a lock is lost.
  for (const touch of TOUCHES) document.addEventListener(touch, hold);
  document.addEventListener('visibilitychange', hold);
  if (locks || untouched) hold();
  return () => {
    for (const touch of TOUCHES) document.removeEventListener(touch, hold);
    document.removeEventListener('visibilitychange', hold);
    way.release();
  };
};
