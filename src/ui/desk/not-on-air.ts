import { say } from '../../i18n/say.ts';
import type { Scored } from '../../stores/match/scoring.ts';
import { standingOf } from '../pad/standing.ts';
import type { DeskTexts } from './props.ts';

/** Why what was done here waits, and what becomes of it; null where an answer is on its way. */
export const notOnAir = (
  scored: Pick<Scored, 'pending' | 'held' | 'kept' | 'late' | 'sync'> | null,
  texts: DeskTexts,
): string | null => {
  const standing = scored && standingOf(scored);
  if (standing === 'offline') return texts.dashboard.notOnAir;
  return standing === 'held' || standing === 'notKept'
    ? say(texts.pad.about[standing], { n: scored?.pending ?? 0 })
    : null;
};
