/** Areas of rarely opened parts of an owner's page, whose texts are loaded separately. */
export const LAZY_AREAS = ['firstSteps', 'paired', 'system'] as const;

/** The files of such texts: an area each, and one for the other screens that scoring doesn't need. */
export const LAZY_TEXTS = [...LAZY_AREAS, 'screens'] as const;
export type LazyTextsName = (typeof LAZY_TEXTS)[number];
