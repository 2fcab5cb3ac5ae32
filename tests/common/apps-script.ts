import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

/** Google's services as far as docs/apps-script/Code.gs uses them, and the script running on them. */

/** Bytes are signed there. */
type Bytes = readonly number[];

const signed = (bytes: Uint8Array): Bytes => [...new Int8Array(bytes)];
const unsigned = (bytes: Bytes): Buffer => Buffer.from(bytes.map((byte) => byte & 0xff));

interface Blob {
  readonly getBytes: () => Bytes;
  readonly getContentType: () => string;
  readonly getName: () => string;
}

interface File {
  readonly id: string;
  readonly blob: Blob;
  shared: boolean;
  trashed: boolean;
}

export interface AppsScript {
  /** The script's answer, as text. */
  readonly get: (query: string) => string;
  readonly post: (body: string) => string;
  readonly expire: () => void;
  readonly properties: Map<string, string>;
  readonly files: Map<string, File>;
  /** Somebody else holds the lock. */
  busy: boolean;
}

/** Loads a fresh script; `now` is its clock, in milliseconds. */
export const loadAppsScript = (now: () => number): AppsScript => {
  const properties = new Map<string, string>();
  const files = new Map<string, File>();
  const folders = new Set<string>();

  const find = (id: string): File => {
    const file = files.get(id);
    if (!file || file.trashed) throw new Error('No item with the given ID could be found.');
    return file;
  };
  const handleOf = (file: File) => ({
    getId: () => file.id,
    getBlob: () => file.blob,
    setTrashed: (trashed: boolean) => (file.trashed = trashed),
    setSharing: (access: string, permission: string) => {
      file.shared = access === 'anyone with the link' && permission === 'view';
    },
  });
  const folderOf = (id: string) => ({
    getId: () => id,
    createFile: (blob: Blob) => {
      const id = `1${String(files.size + 1).padStart(32, 'x')}`;
      const file = { id, blob, shared: false, trashed: false };
      files.set(file.id, file);
      return handleOf(file);
    },
  });
  class Clock extends Date {
    constructor(value: number | string = now()) {
      super(value);
    }
    static override now = now;
  }

  const context = createContext({
    Date: Clock,
    console: { error: () => undefined },
    ContentService: {
      MimeType: { JSON: 'json' },
      createTextOutput: (text: string) => ({ text, setMimeType: (type: string) => ({ text, type }) }),
    },
    PropertiesService: {
      getScriptProperties: () => ({
        getProperty: (name: string) => properties.get(name) ?? null,
        setProperty: (name: string, value: string) => {
          if (value.length > 9 * 1024) throw new Error('Argument too large: value');
          properties.set(name, value);
        },
        getKeys: () => [...properties.keys()],
      }),
    },
    LockService: {
      getScriptLock: () => ({ tryLock: () => !script.busy, releaseLock: () => undefined }),
    },
    DriveApp: {
      Access: { ANYONE_WITH_LINK: 'anyone with the link' },
      Permission: { VIEW: 'view' },
      getFileById: (id: string) => handleOf(find(id)),
      createFolder: () => {
        folders.add('folder');
        return folderOf('folder');
      },
      getFolderById: (id: string) => {
        if (!folders.has(id)) throw new Error('No item with the given ID could be found.');
        return folderOf(id);
      },
    },
    Utilities: {
      DigestAlgorithm: { SHA_256: 'sha256' },
      base64Encode: (bytes: Bytes) => unsigned(bytes).toString('base64'),
      base64Decode: (text: string) => {
        if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new Error('Could not decode string.');
        return signed(Buffer.from(text, 'base64'));
      },
      computeDigest: (algorithm: string, content: string | Bytes) =>
        signed(
          createHash(algorithm)
            .update(typeof content === 'string' ? content : unsigned(content))
            .digest(),
        ),
      newBlob: (bytes: Bytes, type: string, name: string): Blob => ({
        getBytes: () => bytes,
        getContentType: () => type,
        getName: () => name,
      }),
    },
  });
  runInContext(readFileSync('docs/apps-script/Code.gs', 'utf8'), context);
  const { doGet, doPost, expire } = context as {
    doGet: (event: unknown) => { text: string; type: string };
    doPost: (event: unknown) => { text: string; type: string };
    expire: () => void;
  };
  const script: AppsScript = {
    get: (query) => doGet({ parameter: Object.fromEntries(new URLSearchParams(query)) }).text,
    post: (body) => doPost({ postData: { contents: body } }).text,
    expire,
    properties,
    files,
    busy: false,
  };
  return script;
};
