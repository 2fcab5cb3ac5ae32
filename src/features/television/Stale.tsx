import { LOCALES } from '../../i18n/locales.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import { TIME_OF_DAY, timeText } from '../../core/time/text.ts';
import type { Zone } from '../../core/time/zone.ts';
import { formatMessage } from '../../i18n/format.ts';
import { useDrift } from './useDrift.ts';

interface Props {
  readonly texts: TextsOf<'television'>;
  /** In server time. */
  readonly sinceMillis: number;
  readonly zone: Zone;
}

/** A strip saying that a television isn't up to date. */
export const Stale = ({ texts, sinceMillis, zone }: Props) => {
  const drift = useDrift();
  const time = timeText(sinceMillis, TIME_OF_DAY, texts.locale, zone);
  return (
    <p
      className="tv-stale"
      lang={LOCALES[texts.locale].lang}
      dir={LOCALES[texts.locale].dir}
      data-drift={drift}
      role="status"
      data-testid="stale"
    >
      {formatMessage(texts.television.stale, { time })}
    </p>
  );
};
