import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import type { DemoProps } from '../ui/demo/parts.tsx';
import type { OwnersDeskProps } from '../ui/desk/OwnersDesk.tsx';
import type { DeskTexts } from '../ui/desk/props.ts';

// Each page loads its own: a scorer's neither Auth nor what only owners see, a visitor's nothing of the backend.
const OwnersDesk = lazy(() => import('../ui/desk/OwnersDesk.tsx'));
const ScorersDesk = lazy(() => import('../ui/desk/ScorersDesk.tsx'));
const DemoPage = lazy(() => import('../ui/demo/DemoPage.tsx'));

interface HeroProps {
  /** The demo's own page, which has what the demo needs beside it. */
  readonly demoPath: string;
}

type Props =
  | { readonly owner: OwnersDeskProps }
  | { readonly scorer: { readonly texts: DeskTexts } }
  | { readonly demo: DemoProps }
  | { readonly hero: HeroProps };

const propsAt = async (demoPath: string): Promise<DemoProps> =>
  (await (await fetch(`${demoPath}props.json`)).json()) as DemoProps;

/** Nothing in the page's HTML: what plays, and what it says, is fetched once this is in a browser. */
const DemoInHero = ({ demoPath }: HeroProps) => {
  const [hero, setHero] = useState<ReactNode>(null);
  useEffect(() => {
    Promise.all([import('../ui/demo/DemoHero.tsx'), propsAt(demoPath)]).then(
      ([{ default: DemoHero }, props]) => setHero(<DemoHero {...props} />),
      () => location.assign(demoPath),
    );
  }, [demoPath]);
  return hero;
};

const deskOf = (props: Props) => {
  if ('owner' in props) return <OwnersDesk {...props.owner} />;
  if ('scorer' in props) return <ScorersDesk {...props.scorer} />;
  return 'demo' in props ? <DemoPage {...props.demo} /> : <DemoInHero {...props.hero} />;
};

/** A venue's desk: its owner's, one table's for whoever has a scorer link, or one that lives in the page to be tried. */
export default function Dashboard(props: Props) {
  return <Suspense fallback={null}>{deskOf(props)}</Suspense>;
}
