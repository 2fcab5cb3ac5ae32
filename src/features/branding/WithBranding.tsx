import { useStore } from '@nanostores/react';
import type { Elements } from '../../kit/elements.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import type { BrandingStore } from './branding.ts';
import type { ShownBranding } from './props.ts';
import { LoadState } from '../../kit/LoadState.tsx';

interface Props {
  readonly brandingStore: BrandingStore;
  readonly texts: ScreenTexts;
  readonly draw: (branding: ShownBranding) => Elements;
}

/** Draws a screen of the players and sponsors on a venue's boards once they are loaded, below a note if they aren't fresh. */
export const WithBranding = ({ brandingStore, texts, draw }: Props) => {
  const { branding, failure } = useStore(brandingStore.$branding, { ssr: 'initial' });
  return (
    <div className="stack">
      <LoadState
        texts={texts}
        isLoaded={branding !== null}
        failure={failure}
        failed={texts.branding.loadFailed}
        retry={brandingStore.refresh}
      />
      {branding && draw(branding)}
    </div>
  );
};
