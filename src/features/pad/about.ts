import { TIME_OF_DAY, timeText } from '../../core/time/text.ts';
import { say } from '../../i18n/say.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import type { Scored } from '../match/scoring.ts';
import type { SyncStatus } from './sync-status.ts';

/** The meaning of a status, and what will happen to actions that aren't on air. */
export const saidStatus = (
  { pending, limitedMillis }: Pick<Scored, 'pending' | 'limitedMillis'>,
  status: SyncStatus,
  texts: TextsOf<'pad'>,
): string =>
  status === 'limited'
    ? say(texts.pad.about.limited, {
        n: pending,
        time: timeText(limitedMillis ?? 0, TIME_OF_DAY, texts.locale),
      })
    : say(texts.pad.about[status], { n: pending });
