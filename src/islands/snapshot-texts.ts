/** What the snapshot viewer says, from `snapshot.json`, as it stands there. */
export const SNAPSHOT_TEXTS = [
  'board',
  'refresh',
  'download',
  'share',
  'copyLink',
  'shareTitle',
  'emptyHelp',
  'noUploadHelp',
  'unreachableHelp',
] as const;

/** How it says what it is doing, from `snapshot.status`. */
export const SNAPSHOT_STATUSES = [
  'loading',
  'missing',
  'fetching',
  'loadingImage',
  'inline',
  'ready',
  'copied',
  'notFound',
  'noImage',
  'badJson',
  'noUpload',
  'imageFailed',
] as const;

export interface SnapshotTexts extends Readonly<Record<(typeof SNAPSHOT_TEXTS)[number], string>> {
  /** With `{match}` where the match's id goes, which is known in the browser only. */
  readonly match: string;
  readonly imageAlt: string;
}

export type SnapshotStatusTexts = Readonly<Record<(typeof SNAPSHOT_STATUSES)[number], string>>;
