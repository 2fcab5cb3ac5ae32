/** The path of the embedded server's health report. */
export const HEALTH_PATH = '/health';

/** The server's possible troubles. `copy`: the backups. `second`: the backups in the second place. */
export const TROUBLES = ['database', 'realtime', 'disk', 'copy', 'second'] as const;
export type Trouble = (typeof TROUBLES)[number];
