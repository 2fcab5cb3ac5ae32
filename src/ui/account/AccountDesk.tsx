import type { Venue } from '../../stores/match/venue.ts';
import type { VenueTexts } from '../desk/props.ts';
import { ErasePlayer } from './ErasePlayer.tsx';
import { ExportAccount } from './ExportAccount.tsx';

interface Props {
  readonly venue: Pick<Venue, 'accountFile' | 'pictures'>;
  readonly texts: VenueTexts;
}

/** The account as a whole: taken away as a file, or somebody's name taken out of it. */
export default function AccountDesk({ venue, texts }: Props) {
  return (
    <div className="account">
      <ExportAccount accountFile={venue.accountFile} texts={texts} />
      <ErasePlayer accountFile={venue.accountFile} texts={texts} />
    </div>
  );
}
