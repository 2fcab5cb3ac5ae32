import { useStore } from '@nanostores/react';
import { formatFailure } from '../../i18n/format.ts';
import type { Elements } from '../../kit/elements.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { BrandingStore } from './branding.ts';
import type { ShownBranding } from './props.ts';

interface Props {
  readonly brandingStore: BrandingStore;
  readonly texts: VenueTexts;
  readonly draw: (branding: ShownBranding) => Elements;
}

/** Draws a screen of the players and sponsors on a venue's boards once they are loaded, below a note if they aren't fresh. */
export const WithBranding = ({ brandingStore, texts, draw }: Props) => {
  const { branding, failure } = useStore(brandingStore.$branding, { ssr: 'initial' });
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
      {branding && draw(branding)}
    </div>
  );
};
