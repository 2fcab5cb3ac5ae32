import type { ScreenTexts } from '../../kit/venue-texts.ts';
import type { BrandingView, BrandingStore } from './branding.ts';

export type ShownBranding = NonNullable<BrandingView['branding']>;
export type ShownPlayer = ShownBranding['players'][number];
export type ShownSponsor = ShownBranding['sponsors'][number];

/** The common props of the players and sponsors screens. */
export interface PartProps {
  readonly texts: ScreenTexts;
  readonly brandingStore: BrandingStore;
  readonly branding: ShownBranding;
}
