/** Where the embedded server says how it is. */
export const HEALTH_PATH = '/health';

/** What can be wrong with it: `copy` with its backups, `second` with those in the second place. */
export const TROUBLES = ['database', 'realtime', 'disk', 'copy', 'second'] as const;
export type Trouble = (typeof TROUBLES)[number];
