import { atom, type ReadableAtom } from 'nanostores';
import { onBrowserMount } from './browser-mount.ts';

/** Events that browsers count as a user gesture. */
const TOUCHES = ['pointerup', 'keydown'] as const;

/** The notes of a chime: their pitch in hertz, and when each starts, in seconds. */
const NOTES = [
  { pitch: 784, at: 0 },
  { pitch: 659, at: 0.35 },
  { pitch: 523, at: 0.7 },
] as const;
const LOUDNESS = 0.35;
/** How long each note takes to fade, in seconds. */
const FADE = 1.4;

export interface Chime {
  /** Whether the browser allows no sound yet. While mounted, a key or a tap allows it. */
  readonly $isSilent: ReadableAtom<boolean>;
  /** Sounds once. A chime that the browser doesn't allow is never heard, not even later. */
  readonly ring: () => void;
}

/** A chime of three notes. */
export const createChime = (): Chime => {
  const $isSilent = atom(false);
  let sound: AudioContext | null = null;

  onBrowserMount($isSilent, () => {
    const context = new AudioContext();
    sound = context;
    const note = (): void => $isSilent.set(context.state !== 'running');
    // Fails until there is a gesture.
    const unlock = (): void => void context.resume().then(note, () => {});
    context.addEventListener('statechange', note);
    for (const touch of TOUCHES) document.addEventListener(touch, unlock);
    note();
    unlock();
    return () => {
      for (const touch of TOUCHES) document.removeEventListener(touch, unlock);
      context.removeEventListener('statechange', note);
      void context.close();
      sound = null;
    };
  });

  const ring = (): void => {
    if (sound?.state !== 'running') return;
    for (const { pitch, at } of NOTES) {
      const start = sound.currentTime + at;
      const tone = sound.createOscillator();
      const loudness = sound.createGain();
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(LOUDNESS, start);
      loudness.gain.exponentialRampToValueAtTime(0.001, start + FADE);
      tone.connect(loudness).connect(sound.destination);
      tone.start(start);
      tone.stop(start + FADE);
    }
  };

  return { $isSilent, ring };
};
