import { TIME_OF_DAY, timeText } from '../../core/time/text.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import type { Scored } from '../match/scoring.ts';
import type { SyncStatus } from './sync-status.ts';

/** The meaning of a status, and what will happen to actions that aren't on air. */
export const saidStatus = (
  { pending, limitedMillis }: Pick<Scored, 'pending' | 'limitedMillis'>,
  status: SyncStatus,
  texts: TextsOf<'match' | 'pad'>,
): string =>
  status === 'limited'
    ? formatMessage(texts.pad.about.limited, {
        n: pending,
        time: timeText(limitedMillis ?? 0, TIME_OF_DAY, texts.locale),
      })
    : formatMessage(texts.pad.about[status], { n: pending });
