/** The longest a browser may take to read a file that it saves. */
const READ_MILLIS = 60_000;

/** Saves a text, or its parts, as a file through the browser. Call it in a click handler, or soon after. */
export const saveFile = (name: string, text: string | readonly string[], type: string): void => {
  const address = URL.createObjectURL(new Blob([text].flat(), { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_MILLIS);
};

/** A file that is saved part by part. */
export interface FileWriter {
  readonly write: (text: string) => Promise<void>;
  /** Completes the file. */
  readonly close: () => Promise<void>;
  /** Discards the file. */
  readonly abort: () => Promise<void>;
}

/** https://wicg.github.io/file-system-access/, which not all browsers support. */
interface Pickers {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }) => Promise<{ readonly createWritable: () => Promise<FileWriter> }>;
}

/** A file whose parts are kept in memory until it is complete. */
const inMemory = (name: string, type: string): FileWriter => {
  let parts: string[] = [];
  return {
    write: async (text) => {
      parts.push(text);
    },
    close: async () => {
      saveFile(name, parts, type);
    },
    abort: async () => {
      parts = [];
    },
  };
};

/**
 * Begins a file. If the browser supports it, the user chooses a place and the file is written as it grows. Otherwise
 * the browser downloads it once complete. Null if the user cancels. Call it in a click handler.
 */
export const beginFile = async (name: string, type: string): Promise<FileWriter | null> => {
  const { showSaveFilePicker } = window as Pickers;
  if (!showSaveFilePicker) return inMemory(name, type);
  const accept = { [type]: [name.slice(name.lastIndexOf('.'))] };
  try {
    const chosen = await showSaveFilePicker.call(window, { suggestedName: name, types: [{ accept }] });
    return await chosen.createWritable();
  } catch (error) {
    if ((error as DOMException).name === 'AbortError') return null;
    // The page is in a frame, or the folder isn't writable.
    return inMemory(name, type);
  }
};
