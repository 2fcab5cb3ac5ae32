import type { AccountFile } from './account-file.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import type { Erasing } from '../players/erasing.ts';
import { ErasePlayer } from '../players/ErasePlayer.tsx';
import { ExportAccount } from './ExportAccount.tsx';

interface Props {
  readonly venue: { readonly accountFile: AccountFile; readonly erasing: Erasing };
  readonly texts: ScreenTexts;
}

/** The owner's account: exporting it to a file, and erasing a player from it. */
export default function AccountDesk({ venue, texts }: Props) {
  return (
    <div className="parts">
      <ExportAccount accountFile={venue.accountFile} texts={texts} />
      <ErasePlayer erasing={venue.erasing} texts={texts} />
    </div>
  );
}
