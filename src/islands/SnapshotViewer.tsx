import { useStore } from '@nanostores/react';
import { createElement, lazy, Suspense, useState } from 'react';
import { hasHistory } from '../core/snapshot/follow-snapshot.ts';
import { inEachLanguage, type Locale } from '../i18n/locales.ts';
import { snapshotEnvironment } from '../browser/snapshot.ts';
import { createFetched } from '../kit/fetched.ts';
import { createSnapshotViewer } from '../features/snapshot/snapshot.ts';
import type { LiveTableProps } from '../features/public/LiveTable.tsx';
import type { ResultTexts } from '../features/public/props.ts';
import { Panel, type PanelTexts } from '../features/snapshot/Panel.tsx';
import { Stage } from '../features/snapshot/Stage.tsx';
import { Glyph } from '../features/snapshot/Glyph.tsx';

const Earlier = lazy(() => import('../features/snapshot/Earlier.tsx'));

const lazyPart = createFetched({
  result: async () => (await import('../features/public/ResultPage.tsx')).ResultPage,
});
const liveParts = createFetched(
  inEachLanguage(
    (locale) => async () => (await import('../features/public/LiveTable.tsx')).loadLiveTable(locale),
  ),
);

interface TableProps {
  readonly texts: PanelTexts;
}

type Props = TableProps | { readonly result: ResultTexts };

/** A result's page, which tables' pages never load. */
const ResultViewer = ({ texts }: { readonly texts: ResultTexts }) => {
  const part = useStore(lazyPart('result'), { ssr: 'initial' });
  return part ? (
    createElement(part, { texts })
  ) : (
    <p className="status" role="status">
      <span className="loading">{texts.result.loading}</span>
    </p>
  );
};

/** The table's board as text, loaded only if the venue publishes it. */
const Live = ({ locale, ...props }: LiveTableProps & { readonly locale: Locale }) => {
  const part = useStore(liveParts(locale), { ssr: 'initial' });
  return part && createElement(part, props);
};

/** The latest picture of a table, and its board as text. */
const TableViewer = ({ texts }: TableProps) => {
  const [viewer] = useState(() => createSnapshotViewer(snapshotEnvironment));
  const viewing = useStore(viewer.$viewing, { ssr: 'initial' });
  const { kind } = useStore(viewer.history.$history, { ssr: 'initial' });
  const isOpen = kind !== 'closed';

  return (
    <div className="snapshot">
      <div className="snapshot__view" hidden={viewing.status.kind === 'missing'}>
        <Stage viewer={viewer} texts={texts}>
          {hasHistory(viewing) && (
            <button
              className="snapshot__tool snapshot__tool--history"
              type="button"
              aria-label={texts.snapshot.history}
              title={texts.snapshot.history}
              aria-expanded={isOpen}
              onClick={() => (isOpen ? viewer.history.close() : void viewer.history.open())}
            >
              <Glyph name="history" />
            </button>
          )}
        </Stage>
        {isOpen && (
          <Suspense
            fallback={
              <p className="snapshot__strip-note">
                <span className="loading">{texts.snapshot.status.loading}</span>
              </p>
            }
          >
            <Earlier viewer={viewer} texts={texts} nowMillis={snapshotEnvironment.now()} />
          </Suspense>
        )}
      </div>
      <Panel viewer={viewer} texts={texts} />
      {viewing.showsLive && viewing.query && (
        <Live viewer={viewer} match={viewing.query.match} locale={texts.locale} />
      )}
    </div>
  );
};

/** The page of a shared link: a table's picture, or a match's result. */
export default function Snapshots(props: Props) {
  return 'result' in props ? <ResultViewer texts={props.result} /> : <TableViewer {...props} />;
}
