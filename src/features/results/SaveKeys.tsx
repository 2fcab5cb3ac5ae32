import { useStore } from '@nanostores/react';
import { formatCount, formatFailure } from '../../i18n/format.ts';
import type { Exporting } from './exporting.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';

interface Props {
  readonly texts: ScreenTexts;
  readonly venue: { readonly exporting: Exporting };
  /** Saves the contents of the screen; omitted if there is nothing to save. */
  readonly save?: (exporting: Exporting) => unknown;
}

/** Keys to save the screen's contents as a file, or to print them. */
export const SaveKeys = ({ texts, venue: { exporting }, save }: Props) => {
  const { arrived, failure } = useStore(exporting.$export, { ssr: 'initial' });
  return (
    <div className="save-keys">
      {save &&
        (arrived === null ? (
          <button className="button" type="button" onClick={() => void save(exporting)}>
            {texts.resultsReport.csv}
          </button>
        ) : (
          <button className="button" type="button" onClick={exporting.forget}>
            {texts.resultsReport.export.stop}
          </button>
        ))}
      <button className="button" type="button" onClick={() => window.print()}>
        {texts.resultsReport.print}
      </button>
      <p className="save-keys__said" role="status">
        {arrived !== null && (
          <span>{formatCount(texts.resultsReport.export.arrived, arrived, texts.locale)}</span>
        )}
        {failure && <span>{formatFailure(texts.resultsReport.export.failed, failure, texts)}</span>}
      </p>
    </div>
  );
};
