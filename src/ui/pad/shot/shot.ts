import type { ShotFace } from '../../../core/clock/shot-face.ts';
import type { ShotClock, ShotSettings } from '../../../core/clock/shot.ts';
import type { Body } from '../../../core/rules/read.ts';
import type { Feeling } from '../feel.ts';
import type { MoreEntry, PartProps } from '../props.ts';

/** The settings of a shot clock that another device started: what it shows itself. */
export const settingsOf = (known: ShotSettings | null, { seconds, warnSeconds }: ShotClock): ShotSettings =>
  known ?? { seconds, warnSeconds, afterBreakSeconds: null, extensionSeconds: 0 };

/** What begins a shot of so many seconds. */
export const shotStart = (seconds: number, { warnSeconds }: Pick<ShotSettings, 'warnSeconds'>): Body => ({
  n: seconds,
  warn: warnSeconds,
});

/** What lets a paused shot go on. */
export const shotResume = ({ leftSeconds, warnSeconds }: ShotClock): Body =>
  shotStart(Math.max(1, leftSeconds ?? 0), { warnSeconds });

/** The last seconds that are felt one by one. */
const LAST_SECONDS = 5;

/** What a hand feels when a shot clock turns from one face to the next. */
export const pulseOf = (before: ShotFace | null, after: ShotFace | null): Feeling | null => {
  // Only the passing of a second is felt: a new shot, a pause or an extension was tapped, and felt then.
  if (!before?.running || !after?.running || after.seconds >= before.seconds) return null;
  if (after.over) return 'timeOver';
  if (after.seconds <= LAST_SECONDS) return 'lastSeconds';
  return after.low && !before.low ? 'warning' : null;
};

/** Switching the shot clock on and off, for the sheet behind "more". */
export const shotEntries = ({
  scored: { shot },
  texts,
  act,
  settings,
}: Pick<PartProps, 'scored' | 'texts' | 'act'> & {
  readonly settings: ShotSettings | null;
}): readonly MoreEntry[] => {
  if (shot) {
    return [{ name: 'shotOff', label: texts.pad.shot.turnOff, opens: () => void act('shot.off', {}, 'end') }];
  }
  return settings
    ? [
        {
          name: 'shotOn',
          label: texts.pad.shot.on,
          opens: () => void act('shot.start', shotStart(settings.seconds, settings), 'end'),
        },
      ]
    : [];
};
