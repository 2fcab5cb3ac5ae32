import type { ResultsBackend } from '../backend/contract.ts';

/** Has the server fold what is due. Gives whether there was something; if it couldn't, what is known already is shown. */
export const foldedMore = async (results: ResultsBackend): Promise<boolean> => {
  try {
    return (await results.foldDue()) > 0;
  } catch {
    return false;
  }
};
