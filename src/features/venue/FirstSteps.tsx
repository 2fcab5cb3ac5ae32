import { useStore } from '@nanostores/react';
import { lazy, Suspense, type ComponentType } from 'react';
import { importPart } from '../../core/missing-parts.ts';
import { useMay } from '../../kit/may.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { Venue } from './props.ts';

interface Props {
  readonly venue: Venue;
  readonly texts: VenueTexts;
}

/** The screen is whole without them, if they can't be fetched. */
const nothing = { default: (_props: Props) => null };
const FirstStepsList = lazy<ComponentType<Props>>(() =>
  importPart(() => import('./FirstStepsList.tsx')).catch(() => nothing),
);

/** A new venue's first steps, for those who may make them, until they are done or put away. */
export const FirstSteps = (props: Props) => {
  const may = useMay();
  const isPutAway = useStore(props.venue.firstSteps.$isPutAway, { ssr: 'initial' });
  if (isPutAway || !may.has('update_venue') || !may.has('find_code')) return null;
  return (
    <Suspense fallback={null}>
      <FirstStepsList {...props} />
    </Suspense>
  );
};
