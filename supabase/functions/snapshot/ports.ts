import type { MarkKind } from '../../../src/core/branding/mark.ts';

/** Everything the snapshot service needs from its home: hosted Supabase or the embedded server. */

/** The database functions reserved for the service; the schema documents their answers. */
export interface SnapshotDatabase {
  /** Rejects if the database is unreachable. Callers (`of`) take turns. */
  readonly call: (
    name: ServiceFunction,
    values: Readonly<Record<string, unknown>>,
    of: string,
  ) => Promise<unknown>;
}

export type ServiceFunction =
  | 'latest_snapshot'
  | 'find_snapshot'
  | 'snapshot_history'
  | 'show_result'
  | 'show_tournament'
  | 'show_table'
  | 'begin_upload'
  | 'record_snapshot'
  | 'fail_upload'
  | 'expire_snapshots'
  | 'confirm_removed'
  | 'begin_mark'
  | 'record_mark'
  | 'find_mark';

/** Files by name: `<picture id>.<variant>.<extension>`. Each is written once and never changes. */
export interface SnapshotFiles {
  /** Once this resolves, the whole file survives even a power cut. */
  readonly put: (name: string, bytes: Uint8Array, type: string) => Promise<void>;
  /** Undefined if there is no such file. */
  readonly get: (name: string) => Promise<StoredFile | undefined>;
  /** Removes all files of these pictures. */
  readonly remove: (ids: readonly string[]) => Promise<void>;
}

export interface StoredFile {
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Streams at the reader's pace. */
  readonly stream: () => ReadableStream<Uint8Array>;
}

/** A JPEG, upright and without metadata. */
export interface Photo extends Size {
  readonly bytes: Uint8Array;
}

/** Processes images. */
export interface ImageProcessor {
  /**
   * Turns an upload into what we keep, decoding it fully and limiting the longer side to 3840 pixels. Throws a
   * `Refusal`: 415 (code `type`) if it isn't JPEG, PNG or WebP, or 422 if it is damaged, animated or too large (codes
   * `damaged`, `moving`, `dimensions`).
   */
  readonly toPhoto: (sent: Uint8Array) => Promise<Photo>;
  /** Turns an upload into a logo, keeping transparency, or a portrait. Throws as `toPhoto` does. */
  readonly toMark: (sent: Uint8Array, kind: MarkKind) => Promise<Uint8Array>;
  /** Fits a stored picture into a size, on the room's dark background: a JPEG under 300 kB. */
  readonly fit: (kept: Uint8Array, size: Size) => Promise<Uint8Array>;
}

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Draws SVG with the site's typefaces; returns a JPEG. */
export interface SvgRasterizer {
  readonly draw: (svg: string, size: Size) => Promise<Uint8Array>;
}

/** Where this sender reaches the site and this service: absolute addresses without a trailing slash. */
export interface Home {
  readonly site: string;
  /** This service's own. */
  readonly address: string;
}

/**
 * Does heavy work when `of`'s turn comes, so one sender's flood doesn't delay the others. Throws a `Refusal` with 429
 * if too much of theirs is waiting.
 */
export type Turn = <Result>(of: string, work: () => Promise<Result>) => Promise<Result>;

export interface Ports extends Home {
  readonly database: SnapshotDatabase;
  readonly files: SnapshotFiles;
  readonly imageProcessor: ImageProcessor;
  readonly svgRasterizer: SvgRasterizer;
  /** Memory for uploads in progress, in bytes, for all senders together. */
  readonly room: number;
  /** For work on photographs. */
  readonly turn: Turn;
  /** For drawing boards and their renditions. */
  readonly drawingTurn: Turn;
  /** The HTML of a page of the site. */
  readonly page: (path: string) => Promise<string>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Reports an internal error to the operator, with a short description. */
  readonly report: (what: string, error: unknown) => void;
}
