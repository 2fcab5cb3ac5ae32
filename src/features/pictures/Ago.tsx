import type { ReadableAtom } from 'nanostores';
import { agoText } from '../../core/tables/links.ts';
import type { Locale } from '../../i18n/locales.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { Template } from '../../i18n/texts.ts';
import { useAt } from '../../kit/useAt.ts';

interface Props {
  readonly text: Template<'time'>;
  readonly millis: number;
  readonly locale: Locale;
  readonly $serverMillis: ReadableAtom<number>;
}

/** A sentence saying how long ago something was, kept up to date. */
export const Ago = ({ text, millis, locale, $serverMillis }: Props) => {
  const time = useAt($serverMillis, (now) => agoText(millis, now, locale));
  return <span>{formatMessage(text, { time })}</span>;
};
