/** What the carousel says, from `common.carousel`, as it stands there. */
export const CAROUSEL_TEXTS = ['role', 'slide', 'label', 'previous', 'next', 'pause', 'play'] as const;

export interface CarouselTexts extends Readonly<Record<(typeof CAROUSEL_TEXTS)[number], string>> {
  /** Names of a slide and of its dot: `{{number}}` stands for the slide's number, from 1. */
  readonly position: string;
  readonly goTo: string;
}
