/** The screens of an owner's page that few open: their words come with them. */
export const LAZY_TEXTS = ['staff', 'system'] as const;
export type LazyTextsArea = (typeof LAZY_TEXTS)[number];
