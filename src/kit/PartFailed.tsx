import { Failed } from './Failed.tsx';
import type { DeskTexts } from './venue-texts.ts';

interface Props {
  readonly texts: Pick<DeskTexts, 'dashboard'>;
}

/** Shown for a screen that failed to load, because of the network or because the site was updated. */
export const PartFailed = ({ texts: { dashboard } }: Props) => (
  <Failed text={dashboard.partFailed} button={dashboard.reload} retry={() => location.reload()} />
);
