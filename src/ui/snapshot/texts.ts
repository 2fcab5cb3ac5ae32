/** What the snapshot viewer says, from `snapshot.json`, as it stands there. */
export const SNAPSHOT_TEXTS = [
  'board',
  'refresh',
  'download',
  'share',
  'copyLink',
  'whatsApp',
  'shareTitle',
  'match',
  'imageAlt',
  'emptyHelp',
  'noUploadHelp',
  'unreachableHelp',
  'offHelp',
  'trouble',
  'noAnswer',
  'frame',
  'zoomIn',
  'zoomOut',
  'zoomReset',
  'fullScreen',
  'leaveFullScreen',
  'history',
  'historyFailed',
  'historyNone',
  'isLatest',
  'isEarlier',
  'toLatest',
  'qr',
  'qrTitle',
  'qrHelp',
  'close',
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
  'off',
  'imageFailed',
] as const;

/** What a picture's age counts from, from `snapshot.age`, and how old that is, from `snapshot.mark`. */
export const SNAPSHOT_AGES = ['taken', 'score', 'loaded'] as const;
export const SNAPSHOT_MARKS = ['live', 'fresh', 'ageing', 'stale', 'apart', 'earlier'] as const;

type TextsOf<Names extends readonly string[]> = Readonly<Record<Names[number], string>>;

export interface SnapshotTexts extends TextsOf<typeof SNAPSHOT_TEXTS> {
  readonly status: TextsOf<typeof SNAPSHOT_STATUSES>;
  readonly age: TextsOf<typeof SNAPSHOT_AGES>;
  readonly mark: TextsOf<typeof SNAPSHOT_MARKS>;
  /** The page's language. */
  readonly locale: string;
}
