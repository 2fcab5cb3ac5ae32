import type { VenueTexts } from './venue-texts.ts';

interface Props {
  readonly texts: VenueTexts;
}

/** Shown for a screen that failed to load, because of the network or because the site was updated. */
export const PartFailed = ({ texts }: Props) => (
  <div className="alert alert--error problem" role="alert">
    <span>{texts.dashboard.partFailed}</span>
    <button className="button" type="button" onClick={() => location.reload()}>
      {texts.dashboard.reload}
    </button>
  </div>
);
