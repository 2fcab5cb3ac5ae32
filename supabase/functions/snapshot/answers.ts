import type { MarkKind, PictureType } from './names.ts';

/** What the database's functions answer; the migration says it in full. */

export type Source = 'upload' | 'board';

export type Latest =
  | { readonly status: 'unknown' }
  | { readonly status: 'off' }
  | { readonly status: 'none'; readonly topic: string }
  | {
      readonly status: 'shown';
      readonly id: string;
      readonly source: Source;
      readonly captured_at: string;
      readonly topic: string;
      readonly title: string;
      readonly server_time: string;
    };

export interface Found {
  readonly id: string;
  readonly match_id: string;
  readonly source: Source;
  readonly type: PictureType;
  readonly captured_at: string;
  /** What a drawn one shows. */
  readonly board: unknown;
  readonly title: string;
}

export interface Entry {
  readonly id: string;
  readonly source: Source;
  readonly captured_at: string;
}

/** Why an upload isn't taken. */
export type Refused =
  { readonly status: 'key' | 'table' } | { readonly status: 'busy'; readonly retry_after: number };

export type Begun =
  | {
      readonly status: 'ok';
      /** The picture's, once it is recorded. */
      readonly id: string;
      /** Whose turn it takes. */
      readonly venue: string;
    }
  | Refused;

export type BegunMark =
  | {
      readonly status: 'ok';
      readonly id: string;
      readonly kind: MarkKind;
      readonly venue: string;
    }
  | { readonly status: 'key' };

export interface RecordedMark {
  readonly status: 'stored' | 'key';
}

export type Recorded =
  | { readonly status: 'stored' | 'repeated'; readonly id: string; readonly expired: readonly string[] }
  | Refused;
