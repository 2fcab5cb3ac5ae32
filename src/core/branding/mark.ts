/** A venue's pictures on boards: a sponsor's logo or a player's portrait. */
export type MarkKind = 'logo' | 'portrait';

/** The id of a picture that our service stores. */
export const PICTURE_ID = /^[A-Za-z0-9_-]{22}$/;
