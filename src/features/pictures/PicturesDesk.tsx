import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { useStore } from '@nanostores/react';
import type { PicturesScreen } from '../../core/venue/fragment.ts';
import { sorted } from '../../core/tables/order.ts';
import type { Pictures } from './pictures.ts';
import type { Tables } from '../tables/tables.ts';
import { useMay } from '../../kit/may.ts';
import { FailedUploads } from './FailedUploads.tsx';
import type { PartProps } from './props.ts';
import { PublicPages } from './PublicPages.tsx';
import { Signs } from './Signs.tsx';
import { TablePicture } from './TablePicture.tsx';
import { UploadKeys } from './UploadKeys.tsx';
import { LoadState } from '../../kit/LoadState.tsx';

interface PicturesDeskProps {
  readonly venue: { readonly pictures: Pictures; readonly tables: Tables };
  readonly texts: ScreenTexts;
  readonly screen: PicturesScreen;
}

/** All tables' pictures and their settings. */
const AllPictures = (props: PartProps) => {
  const { texts, pictures, venue } = props;
  const may = useMay();
  const { shown } = useStore(pictures.$pictures, { ssr: 'initial' });
  const tables = sorted(venue.tables).inUse;
  return (
    <>
      {tables.length === 0 && <p>{texts.pictures.noTables}</p>}
      <ul className="cards">
        {tables.map((table) => (
          <TablePicture key={table.matchId} {...props} table={table} picture={shown[table.matchId]} />
        ))}
      </ul>
      <div className="pictures__parts">
        <PublicPages {...props} />
        {may.has('add_upload_key') && <UploadKeys {...props} />}
        <FailedUploads {...props} />
      </div>
    </>
  );
};

/** A venue's public pages: the tables' pictures, the keys for uploading them, and the printed signs. */
export default function PicturesDesk({ venue: { pictures, tables }, texts, screen }: PicturesDeskProps) {
  const { venue, failure } = useStore(pictures.$pictures, { ssr: 'initial' });
  const parts = venue && { texts, pictures, venue, $serverMillis: tables.$serverMillis };
  return (
    <div className="stack">
      <LoadState
        texts={texts}
        isLoaded={venue !== null}
        failure={failure}
        failed={texts.pictures.loadFailed}
        retry={pictures.refresh}
      />
      {parts && screen.status === 'pictures' && (
        <>
          <p className="intro">{texts.pictures.intro}</p>
          <AllPictures {...parts} />
        </>
      )}
      {parts && screen.status === 'signs' && <Signs {...parts} match={screen.match} />}
    </div>
  );
}
