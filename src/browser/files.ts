/** As long as a browser may take until it has read what it saves. */
const READ_MILLIS = 60_000;

/** Has the browser save a text, or its parts, as a file; call it in a click handler, or soon after. */
export const saveFile = (name: string, text: string | readonly string[], type: string): void => {
  const address = URL.createObjectURL(new Blob([text].flat(), { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_MILLIS);
};

/** A file that is being saved, part by part. */
export interface FileWriter {
  readonly write: (text: string) => Promise<void>;
  /** Ends the file: from now on it is there. */
  readonly close: () => Promise<void>;
  /** Leaves no file. */
  readonly abort: () => Promise<void>;
}

/** https://wicg.github.io/file-system-access/, which not all browsers have. */
interface Pickers {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }) => Promise<{ readonly createWritable: () => Promise<FileWriter> }>;
}

/** A file whose parts wait in memory until it is complete. */
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
 * Begins a file that the browser saves: where the person chooses, as it is written, or else among their downloads once it
 * is complete. Null if they choose nothing. Call it in a click handler.
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
    // A page in a frame, or a folder that can't be written.
    return inMemory(name, type);
  }
};
