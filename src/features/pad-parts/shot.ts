import type { ShotFace } from '../../core/clock/shot-face.ts';
import type { ShotClock, ShotSettings } from '../../rules/shot.ts';
import type { Body } from '../../rules/read.ts';
import type { Feeling } from './feel.ts';
import type { MoreEntry, PartProps } from './props.ts';

/** The known settings, or those inferred from a shot clock that another device started. */
export const settingsOf = (known: ShotSettings | null, { seconds, warnSeconds }: ShotClock): ShotSettings =>
  known ?? { seconds, warnSeconds, afterBreakSeconds: null, extensionSeconds: 0 };

/** The body for starting a shot. */
export const shotStart = (seconds: number, { warnSeconds }: Pick<ShotSettings, 'warnSeconds'>): Body => ({
  n: seconds,
  warn: warnSeconds,
});

/** The body for resuming a paused shot. */
export const shotResume = ({ leftSeconds, warnSeconds }: ShotClock): Body =>
  shotStart(Math.max(1, leftSeconds ?? 0), { warnSeconds });

/** How many of the last seconds vibrate. */
const LAST_SECONDS = 5;

/** The vibration when a shot clock changes from one face to the next. */
export const pulseOf = (before: ShotFace | null, after: ShotFace | null): Feeling | null => {
  // Only a passing second vibrates: a new shot, a pause or an extension already did when tapped.
  if (!before?.running || !after?.running || after.seconds >= before.seconds) return null;
  if (after.over) return 'timeOver';
  if (after.seconds <= LAST_SECONDS) return 'lastSeconds';
  return after.low && !before.low ? 'warning' : null;
};

/** Entries for the "more" sheet that turn the shot clock on and off. */
export const shotEntries = ({
  scored: { shot },
  texts,
  tap,
  settings,
}: Pick<PartProps, 'scored' | 'texts' | 'tap'> & {
  readonly settings: ShotSettings | null;
}): readonly MoreEntry[] => {
  if (shot) {
    return [{ name: 'shotOff', label: texts.pad.shot.turnOff, opens: () => void tap('shot.off', {}, 'end') }];
  }
  return settings
    ? [
        {
          name: 'shotOn',
          label: texts.pad.shot.on,
          opens: () => void tap('shot.start', shotStart(settings.seconds, settings), 'end'),
        },
      ]
    : [];
};
