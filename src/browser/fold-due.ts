import type { ResultsBackend } from '../backend/contract.ts';

/**
 * Asks the server to fold due matches. Resolves to whether there were any; false on failure, as the known results can
 * still be shown.
 */
export const foldedMore = async (results: ResultsBackend): Promise<boolean> => {
  try {
    return (await results.foldDue()) > 0;
  } catch {
    return false;
  }
};
