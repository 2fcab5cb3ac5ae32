import type { VenueTexts } from '../../kit/venue-texts.ts';
import { formatMessage, formatCount } from '../../i18n/format.ts';
import { Icon } from '../../kit/Icon.tsx';

interface Props {
  readonly texts: VenueTexts;
  readonly screens: { readonly count: number; readonly behind: number | null };
}

/** How many screens report showing a table, and how far behind they are. */
export const ScreensLine = ({ texts, screens: { count, behind } }: Props) => {
  const state =
    behind === null || behind === 0
      ? texts.tables.screens.upToDate
      : formatCount(texts.tables.counts.behind, behind, texts.locale);
  return (
    <p className={`tables__screens ${count === 0 || behind ? 'tables__screens--wrong' : ''}`}>
      <Icon name="monitor" />
      <span>
        {count === 0
          ? texts.tables.screens.none
          : formatMessage(texts.tables.screens.line, {
              screens: formatCount(texts.tables.counts.screens, count, texts.locale),
              state,
            })}
      </span>
    </p>
  );
};
