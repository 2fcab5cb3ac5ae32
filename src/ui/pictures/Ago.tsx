import type { ReadableAtom } from 'nanostores';
import { agoText } from '../../core/tables/links.ts';
import { say } from '../../i18n/say.ts';
import { useAt } from '../tables/useAt.ts';

interface Props {
  /** Has a place for `time`. */
  readonly text: string;
  readonly millis: number;
  readonly locale: string;
  readonly $serverMillis: ReadableAtom<number>;
}

/** A sentence with how long ago something was, which goes on while it is looked at. */
export const Ago = ({ text, millis, locale, $serverMillis }: Props) => {
  const time = useAt($serverMillis, (now) => agoText(millis, now, locale));
  return <>{say(text, { time })}</>;
};
