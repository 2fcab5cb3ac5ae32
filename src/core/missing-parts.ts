let missing = false;

/**
 * Whether a part of this page couldn't be fetched. Most browsers don't fetch it again until the page is loaded anew
 * (whatwg/html#6768).
 */
export const isPartMissing = (): boolean => missing;

/** Imports a part of the page, and notes a failure. Throws the import's error. */
export const importPart = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  try {
    return await load();
  } catch (error) {
    missing = true;
    throw error;
  }
};
