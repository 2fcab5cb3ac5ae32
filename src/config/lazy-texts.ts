/** The screens of an owner's page that few open: their words come with them. */
export const OWN_WORDS = ['staff', 'system'] as const;
export type OwnWords = (typeof OWN_WORDS)[number];
