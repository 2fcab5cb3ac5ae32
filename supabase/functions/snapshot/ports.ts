import type { MarkKind } from './names.ts';

/** What the snapshot service needs of the place where it runs: hosted Supabase or the embedded default. */

/** The functions of the database that only the service may call; what they answer is in the migration. */
export interface SnapshotDatabase {
  /** Rejects when the database can't be asked. Those for whom it is asked (`of`) take turns. */
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
  | 'begin_upload'
  | 'record_snapshot'
  | 'fail_upload'
  | 'expire_snapshots'
  | 'confirm_removed'
  | 'begin_mark'
  | 'record_mark'
  | 'find_mark';

/** Files by name: `<picture's id>.<variant>.<extension>`. Each is written once and never changed. */
export interface SnapshotFiles {
  /** The file is there, whole, once this resolves, also after a power cut. */
  readonly put: (name: string, bytes: Uint8Array, type: string) => Promise<void>;
  /** Undefined when there is no such file. */
  readonly get: (name: string) => Promise<StoredFile | undefined>;
  /** All files of these pictures. */
  readonly remove: (ids: readonly string[]) => Promise<void>;
}

export interface StoredFile {
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** As fast as it is read. */
  readonly stream: () => ReadableStream<Uint8Array>;
}

/** A JPEG, upright and without metadata. */
export interface Photo extends Size {
  readonly bytes: Uint8Array;
}

/** Works on photographs. */
export interface ImageProcessor {
  /**
   * Makes of what was sent what is kept. Decodes it to the end; larger ones come out with 3840 pixels on the longer side.
   * Throws a `Refusal` with 415 (code `type`) for what is no JPEG, PNG or WebP, and 422 for one that is damaged, moves or
   * is too large (codes `damaged`, `moving`, `dimensions`).
   */
  readonly develop: (sent: Uint8Array) => Promise<Photo>;
  /**
   * Makes of what was sent a logo as it is kept, transparent where it is, or a portrait. Throws as `develop` does.
   */
  readonly mount: (sent: Uint8Array, kind: MarkKind) => Promise<Uint8Array>;
  /** Fits a kept picture into a size, on the room's dark where it doesn't fill it: a JPEG of less than 300 kB. */
  readonly fit: (kept: Uint8Array, size: Size) => Promise<Uint8Array>;
}

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Draws SVG with the site's typeface; gives a JPEG. */
export interface SvgRasterizer {
  readonly draw: (svg: string, size: Size) => Promise<Uint8Array>;
}

/** Where the site and this service are, for whoever asks: absolute addresses without a slash at the end. */
export interface Home {
  readonly site: string;
  /** This service's own. */
  readonly address: string;
}

/**
 * Does heavy work when it is the turn of whoever it is `of`: a flood of one delays nobody else's. Throws a `Refusal` with
 * 429 when too much of theirs waits already.
 */
export type Turn = <Result>(of: string, work: () => Promise<Result>) => Promise<Result>;

export interface Ports extends Home {
  readonly database: SnapshotDatabase;
  readonly files: SnapshotFiles;
  readonly imageProcessor: ImageProcessor;
  readonly svgRasterizer: SvgRasterizer;
  /** Bytes of pictures on their way that there is memory for, of all senders together. */
  readonly room: number;
  /** For work on photographs. */
  readonly turn: Turn;
  /** For drawings of boards, and what is made of them. */
  readonly drawingTurn: Turn;
  /** The HTML of one of the site's pages. */
  readonly page: (path: string) => Promise<string>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Takes what went wrong inside, in a few words of ours, for whoever runs it. */
  readonly report: (what: string, error: unknown) => void;
}
