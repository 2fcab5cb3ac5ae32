import type { MarkKind } from '../../../src/core/branding/mark.ts';
import type { PictureType } from './names.ts';

/** The answers of the database's functions; see the schema for details. */

/** The facts about a public table. */
interface Shown {
  readonly topic: string;
  readonly title: string;
  /** Its name; empty if it has none. */
  readonly venue: string;
  /** The venue's tables that are public. */
  readonly tables: readonly { readonly board: string; readonly title: string }[];
  /** Whether the table's page shows its board as text. */
  readonly shows_live: boolean;
}

export type Source = 'upload' | 'board';

export type Latest =
  | { readonly status: 'unknown' }
  | { readonly status: 'off' }
  | (Shown & { readonly status: 'none' })
  | (Shown & {
      readonly status: 'shown';
      readonly id: string;
      readonly source: Source;
      readonly captured_at: string;
      readonly server_time: string;
    });

export interface Found {
  readonly id: string;
  readonly match_id: string;
  readonly source: Source;
  readonly type: PictureType;
  readonly captured_at: string;
  /** The board on a drawn picture. */
  readonly board: unknown;
  readonly title: string;
  /** The venue's name; empty if it has none. */
  readonly venue: string;
}

export interface PictureEntry {
  readonly id: string;
  readonly source: Source;
  readonly captured_at: string;
}

/** Why an upload is refused. */
export type Refused =
  { readonly status: 'key' | 'table' } | { readonly status: 'busy'; readonly retry_after: number };

export type Begun =
  | {
      readonly status: 'ok';
      /** The picture's id, once recorded. */
      readonly id: string;
      /** Whose turn the upload takes. */
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
