/** The kinds of tables. */
export const TABLE_KINDS = ['pool', 'snooker'] as const;
export type TableKind = (typeof TABLE_KINDS)[number];
