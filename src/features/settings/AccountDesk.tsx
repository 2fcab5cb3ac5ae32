import type { AccountFile } from '../players/account-file.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { ErasePlayer } from '../players/ErasePlayer.tsx';
import { ExportAccount } from './ExportAccount.tsx';

interface Props {
  readonly venue: { readonly accountFile: AccountFile };
  readonly texts: VenueTexts;
}

/** The owner's account: exporting it to a file, and erasing a player from it. */
export default function AccountDesk({ venue, texts }: Props) {
  return (
    <div className="parts">
      <ExportAccount accountFile={venue.accountFile} texts={texts} />
      <ErasePlayer accountFile={venue.accountFile} texts={texts} />
    </div>
  );
}
