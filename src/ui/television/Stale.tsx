import { TIME_ZONE } from '../../config/time.ts';
import { say } from '../say.ts';
import type { TelevisionTexts } from './texts.ts';
import { useDrift } from './useDrift.ts';

interface Props {
  readonly texts: TelevisionTexts;
  /** In server time. */
  readonly sinceMillis: number;
}

/** Says quietly, in a corner that changes, that a television isn't up to date. */
export const Stale = ({ texts, sinceMillis }: Props) => {
  const drift = useDrift();
  const time = new Intl.DateTimeFormat(`${texts.lang}-u-nu-latn`, {
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    timeZone: TIME_ZONE,
  }).format(sinceMillis);
  return (
    <p
      className="tv-stale"
      lang={texts.lang}
      dir={texts.dir}
      data-drift={drift}
      role="status"
      data-testid="stale"
    >
      {say(texts.stale, { time })}
    </p>
  );
};
