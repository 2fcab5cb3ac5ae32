import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { hasHistory } from '../core/follow/snapshot.ts';
import type { TextsOf } from '../i18n/texts.ts';
import { snapshotEnvironment } from '../stores/environment/snapshot.ts';
import { createSnapshotViewer } from '../stores/site/snapshot.ts';
import { Panel } from '../ui/snapshot/Panel.tsx';
import { Stage } from '../ui/snapshot/Stage.tsx';
import { Glyph } from '../ui/snapshot/Glyph.tsx';

const Earlier = lazy(() => import('../ui/snapshot/Earlier.tsx'));

export default function SnapshotViewer({ texts }: { readonly texts: TextsOf<'network' | 'snapshot'> }) {
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
          <Suspense fallback={<p className="snapshot__strip-note">{texts.snapshot.status.loading}</p>}>
            <Earlier viewer={viewer} texts={texts} nowMillis={snapshotEnvironment.now()} />
          </Suspense>
        )}
      </div>
      <Panel viewer={viewer} texts={texts} />
    </div>
  );
}
