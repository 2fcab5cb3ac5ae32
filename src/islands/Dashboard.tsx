import { lazy, Suspense } from 'react';
import type { OwnersDeskProps } from '../ui/desk/OwnersDesk.tsx';
import type { DeskTexts } from '../ui/desk/texts.ts';

// Each page loads its own: a scorer's neither Auth nor what only owners see.
const OwnersDesk = lazy(() => import('../ui/desk/OwnersDesk.tsx'));
const ScorersDesk = lazy(() => import('../ui/desk/ScorersDesk.tsx'));

type Props = { readonly owner: OwnersDeskProps } | { readonly scorer: { readonly texts: DeskTexts } };

/** A venue's desk: its owner's, or one table's for whoever has a scorer link. */
export default function Dashboard(props: Props) {
  return (
    <Suspense fallback={null}>
      {'owner' in props ? <OwnersDesk {...props.owner} /> : <ScorersDesk {...props.scorer} />}
    </Suspense>
  );
}
