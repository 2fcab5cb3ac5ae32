import type { VenueTexts } from './props.ts';
import type { Venue } from '../../stores/match/venue.ts';

interface Props {
  readonly venue: Pick<Venue, 'pictures'>;
  readonly texts: VenueTexts;
}

/** Shown for a screen that failed to load, because of the network or because the site was updated. */
export const PartFailed = ({ venue, texts }: Props) => (
  <div className="alert alert--error tables__problem" role="alert">
    <span>{texts.pictures.partFailed}</span>
    <button className="button" type="button" onClick={venue.pictures.reload}>
      {texts.pictures.reload}
    </button>
  </div>
);
