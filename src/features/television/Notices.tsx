import { useStore } from '@nanostores/react';
import { LOCALES } from '../../i18n/locales.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import { TIME_OF_DAY, timeText } from '../../core/time/text.ts';
import type { Zone } from '../../core/time/zone.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { Chime } from '../../browser/chime.ts';
import { useDrift } from './useDrift.ts';

interface Props {
  readonly texts: TextsOf<'television'>;
}

interface NoticeProps extends Props {
  readonly text: string;
  readonly testId: string;
}

/** A strip about the television itself. */
const Notice = ({ texts, text, testId }: NoticeProps) => (
  <p
    className="tv-notice"
    lang={LOCALES[texts.locale].lang}
    dir={LOCALES[texts.locale].dir}
    data-drift={useDrift()}
    role="status"
    data-testid={testId}
  >
    {text}
  </p>
);

interface StaleProps extends Props {
  /** In server time. */
  readonly sinceMillis: number;
  readonly zone: Zone;
}

/** Says that a television isn't up to date. */
export const Stale = ({ texts, sinceMillis, zone }: StaleProps) => {
  const time = timeText(sinceMillis, TIME_OF_DAY, texts.locale, zone);
  return <Notice texts={texts} text={formatMessage(texts.television.stale, { time })} testId="stale" />;
};

interface SilentProps extends Props {
  readonly chime: Chime;
}

/** Says that a television makes no sound until somebody has pressed a key; nothing once it does. */
export const Silent = ({ texts, chime }: SilentProps) =>
  useStore(chime.$isSilent) && <Notice texts={texts} text={texts.television.silent} testId="silent" />;
