import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { TIME_OF_DAY, timeText } from '../../core/time/text.ts';
import type { Zone } from '../../core/time/zone.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { MINUTE_MILLIS, type TelevisionTables } from './television-tables.ts';

interface Props {
  readonly title: string;
  readonly locale: Locale;
  readonly minutes: TelevisionTables['$minutes'];
  readonly zone: Zone;
  readonly page: number;
  readonly pages: number;
  /** Shown beside the title. */
  readonly children?: ReactNode;
}

/** The heading of a screen: title, count, page, and time of day. */
export const ScreenHead = ({ title, locale, minutes, zone, page, pages, children }: Props) => (
  <header className="tv-head" lang={LOCALES[locale].lang} data-testid="tv-head">
    <h1 className="tv-head__title">
      <bdi translate="no">{title}</bdi>
    </h1>
    <p>
      <bdi translate="no">{children}</bdi>
    </p>
    {pages > 1 && (
      <p>
        <bdi translate="no" dir="ltr">{`${page + 1} / ${pages}`}</bdi>
      </p>
    )}
    <p className="tv-head__time">{timeText(useStore(minutes) * MINUTE_MILLIS, TIME_OF_DAY, locale, zone)}</p>
  </header>
);
