/** Rarely opened parts of an owner's page, whose texts are loaded separately. */
export const LAZY_TEXTS = ['firstSteps', 'paired', 'system'] as const;
export type LazyTextsArea = (typeof LAZY_TEXTS)[number];
