import type { VenueTexts } from '../../kit/venue-texts.ts';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { countriesIn } from '../../core/branding/answer.ts';
import type { DressingScreen } from '../../core/venue/fragment.ts';
import type { VenueDresser } from '../branding/dressing.ts';
import type { Room } from '../room/room.ts';
import { sayFailure } from '../../i18n/say.ts';
import { Players } from '../players/Players.tsx';
import { SponsorList } from '../branding/SponsorList.tsx';

interface Props {
  readonly venue: { readonly dresser: VenueDresser; readonly room: Room };
  readonly texts: VenueTexts;
  readonly screen: DressingScreen;
  /** The codes of the countries with a flag, separated by spaces. */
  readonly flags: string;
}

/** The venue's players and sponsors, who appear on its boards. */
export default function DressingDesk({ venue: { dresser, room }, texts, screen, flags }: Props) {
  const { dressing, failure } = useStore(dresser.$dressing, { ssr: 'initial' });

  const { locale } = texts;
  const countries = useMemo(() => countriesIn(flags.split(' '), locale), [flags, locale]);
  const parts = dressing && { texts, dresser, dressing, room };
  return (
    <div className="stack">
      <div role="status">
        {!dressing && !failure && <span>{texts.branding.loading}</span>}
        {dressing && failure && <p className="alert">{texts.branding.notFresh}</p>}
      </div>
      {!dressing && failure && (
        <div className="alert alert--error problem" role="alert">
          <span>{sayFailure(texts.branding.loadFailed, failure, texts)}</span>
          <button className="button" type="button" onClick={() => void dresser.refresh()}>
            {texts.dashboard.retry}
          </button>
        </div>
      )}
      {parts && screen.status === 'players' && <Players {...parts} countries={countries} />}
      {parts && screen.status === 'sponsors' && <SponsorList {...parts} />}
    </div>
  );
}
