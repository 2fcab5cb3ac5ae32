import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { scorerEnvironment } from '../../browser/scorer.ts';
import { createScorerLinkSession } from './scorer-link-session.ts';
import type { DeviceDeskProps } from './DeviceDesk.tsx';
import { LinkedDesk } from './LinkedDesk.tsx';

// Pages opened by a scorer link never need it.
const DeviceDesk = lazy(() => import('./DeviceDesk.tsx'));

/** One table's desk for a scorer link. Without a link, the desk of a venue's device. */
export default function ScorersDesk(props: DeviceDeskProps) {
  const [linked] = useState(() => createScorerLinkSession(scorerEnvironment()));
  const { status } = useStore(linked.$view, { ssr: 'initial' });
  return status === 'none' ? (
    <Suspense fallback={null}>
      <DeviceDesk {...props} />
    </Suspense>
  ) : (
    <LinkedDesk linked={linked} texts={props.texts} />
  );
}
