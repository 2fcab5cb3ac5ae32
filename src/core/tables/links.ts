/** Whether a link has expired. */
export const isOver = (
  { endsAtMillis }: { readonly endsAtMillis: number | null },
  nowMillis: number,
): boolean => endsAtMillis !== null && endsAtMillis <= nowMillis;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time relative to `nowMillis` if within a day, in minutes or hours; otherwise its date. Western digits. */
export const whenText = (millis: number, nowMillis: number, locale: string): string => {
  const away = millis - nowMillis;
  const far = Math.abs(away);
  const relative = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { numeric: 'auto' });
  if (away <= 0 && far < HOUR) return relative.format(Math.ceil(away / MINUTE), 'minute');
  if (away <= 0 && far < DAY) return relative.format(Math.ceil(away / HOUR), 'hour');
  return new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { dateStyle: 'medium', timeStyle: 'short' }).format(
    millis,
  );
};

/** How long ago something was: in seconds within the last minute, then as `whenText`. */
export const agoText = (millis: number, nowMillis: number, locale: string): string => {
  const seconds = Math.floor(Math.max(0, nowMillis - millis) / SECOND);
  return seconds < 60
    ? new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { numeric: 'auto' }).format(-seconds, 'second')
    : whenText(millis, nowMillis, locale);
};
