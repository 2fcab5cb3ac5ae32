import { lazy, Suspense } from 'react';
import type { DemoProps } from '../ui/demo/part.ts';
import type { OwnersDeskProps } from '../ui/desk/OwnersDesk.tsx';
import type { DeskTexts } from '../ui/desk/texts.ts';

// Each page loads its own: a scorer's neither Auth nor what only owners see, a visitor's nothing of the backend.
const OwnersDesk = lazy(() => import('../ui/desk/OwnersDesk.tsx'));
const ScorersDesk = lazy(() => import('../ui/desk/ScorersDesk.tsx'));
const DemoPage = lazy(() => import('../ui/demo/DemoPage.tsx'));
const DemoHero = lazy(() => import('../ui/demo/DemoHero.tsx'));

type Props =
  | { readonly owner: OwnersDeskProps }
  | { readonly scorer: { readonly texts: DeskTexts } }
  | { readonly demo: DemoProps };

const deskOf = (props: Props) => {
  if ('owner' in props) return <OwnersDesk {...props.owner} />;
  if ('scorer' in props) return <ScorersDesk {...props.scorer} />;
  return props.demo.place === 'page' ? <DemoPage {...props.demo} /> : <DemoHero {...props.demo} />;
};

/** A venue's desk: its owner's, one table's for whoever has a scorer link, or one that lives in the page to be tried. */
export default function Dashboard(props: Props) {
  return <Suspense fallback={null}>{deskOf(props)}</Suspense>;
}
