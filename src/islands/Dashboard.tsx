import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import type { HallProps } from '../features/demo/hall/props.ts';
import type { DemoProps } from '../features/demo/parts.tsx';
import type { OwnersDeskProps } from '../features/venue/OwnersDesk.tsx';
import type { DeviceDeskProps } from '../features/score/DeviceDesk.tsx';

// Each page loads only its own part: scorers don't need Auth or the owner's screens, visitors no backend at all.
const OwnersDesk = lazy(() => import('../features/venue/OwnersDesk.tsx'));
const ScorersDesk = lazy(() => import('../features/score/ScorersDesk.tsx'));
const DemoPage = lazy(() => import('../features/demo/DemoPage.tsx'));
const HallPage = lazy(() => import('../features/demo/hall/HallPage.tsx'));

interface HeroProps {
  /** The address of the demo page, which also serves the demo's props. */
  readonly demoPath: string;
}

type Props =
  | { readonly owner: OwnersDeskProps }
  | { readonly scorer: DeviceDeskProps }
  | { readonly demo: DemoProps }
  | { readonly hall: HallProps }
  | { readonly hero: HeroProps };

const propsAt = async (demoPath: string): Promise<DemoProps> =>
  (await (await fetch(`${demoPath}props.json`)).json()) as DemoProps;

/** Renders nothing on the server: the demo and its texts are loaded in the browser. */
const DemoInHero = ({ demoPath }: HeroProps) => {
  const [hero, setHero] = useState<ReactElement | null>(null);
  useEffect(() => {
    Promise.all([import('../features/demo/DemoHero.tsx'), propsAt(demoPath)]).then(
      ([{ default: DemoHero }, props]) => setHero(<DemoHero {...props} />),
      () => location.assign(demoPath),
    );
  }, [demoPath]);
  return hero;
};

const deskOf = (props: Props) => {
  if ('owner' in props) return <OwnersDesk {...props.owner} />;
  if ('scorer' in props) return <ScorersDesk {...props.scorer} />;
  if ('hall' in props) return <HallPage {...props.hall} />;
  return 'demo' in props ? <DemoPage {...props.demo} /> : <DemoInHero {...props.hero} />;
};

/** A venue's desk: the owner's, a device's, a scorer link's for one table, the demo's, or the sample venue's. */
export default function Dashboard(props: Props) {
  return <Suspense fallback={null}>{deskOf(props)}</Suspense>;
}
