import { useStore } from '@nanostores/react';
import type { Exporting } from './exporting.ts';
import type { PartProps } from './props.ts';
import { resultRows } from './rows.ts';
import { SaveKeys } from './SaveKeys.tsx';

interface Props extends PartProps {
  readonly venue: { readonly exporting: Exporting };
}

/** The keys for a day: file, print. */
export const DayKeys = ({ texts, results, days, venue }: Props) => {
  const { date, filter, listed } = useStore(results.$day, { ssr: 'initial' });
  const isEmpty = !listed || listed.live.length + listed.results.length === 0;
  const save = (exporting: Exporting): void => {
    if (date === null) return;
    void exporting.saveResults(
      [texts.resultsReport.file.day, date].join('-'),
      { ...days.dayOf(date), ...filter },
      (found, nowMillis) => resultRows(found, nowMillis, days, texts),
      texts.locale,
    );
  };
  return <SaveKeys texts={texts} venue={venue} {...(!isEmpty && { save })} />;
};
