import type { VenueTexts } from '../../kit/venue-texts.ts';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { countriesIn } from '../../core/branding/answer.ts';
import type { BrandingScreen } from '../../core/venue/fragment.ts';
import type { BrandingStore } from '../branding/branding.ts';
import type { Room } from '../room/room.ts';
import { formatFailure } from '../../i18n/format.ts';
import { Players } from '../players/Players.tsx';
import { SponsorList } from '../branding/SponsorList.tsx';

interface Props {
  readonly venue: { readonly brandingStore: BrandingStore; readonly room: Room };
  readonly texts: VenueTexts;
  readonly screen: BrandingScreen;
  /** The codes of the countries with a flag, separated by spaces. */
  readonly flags: string;
}

/** The venue's players and sponsors, who appear on its boards. */
export default function BrandingDesk({ venue: { brandingStore, room }, texts, screen, flags }: Props) {
  const { branding, failure } = useStore(brandingStore.$branding, { ssr: 'initial' });

  const { locale } = texts;
  const countries = useMemo(() => countriesIn(flags.split(' '), locale), [flags, locale]);
  const parts = branding && { texts, brandingStore, branding, room };
  return (
    <div className="stack">
      <div role="status">
        {!branding && !failure && <span>{texts.branding.loading}</span>}
        {branding && failure && <p className="alert">{texts.branding.notFresh}</p>}
      </div>
      {!branding && failure && (
        <div className="alert alert--error problem" role="alert">
          <span>{formatFailure(texts.branding.loadFailed, failure, texts)}</span>
          <button className="button" type="button" onClick={() => void brandingStore.refresh()}>
            {texts.dashboard.retry}
          </button>
        </div>
      )}
      {parts && screen.status === 'players' && <Players {...parts} countries={countries} />}
      {parts && screen.status === 'sponsors' && <SponsorList {...parts} />}
    </div>
  );
}
