/** Rarely opened screens of an owner's page, whose texts are loaded separately. */
export const LAZY_TEXTS = ['paired', 'system'] as const;
export type LazyTextsArea = (typeof LAZY_TEXTS)[number];
