import type { ScreenTexts } from '../../kit/venue-texts.ts';
import type { BrandingStore } from './branding.ts';
import { SponsorList } from './SponsorList.tsx';
import { WithBranding } from './WithBranding.tsx';

interface Props {
  readonly venue: { readonly brandingStore: BrandingStore };
  readonly texts: ScreenTexts;
}

/** The venue's sponsors. */
export default function SponsorsDesk({ venue: { brandingStore }, texts }: Props) {
  return (
    <WithBranding
      brandingStore={brandingStore}
      texts={texts}
      draw={(branding) => <SponsorList texts={texts} brandingStore={brandingStore} branding={branding} />}
    />
  );
}
