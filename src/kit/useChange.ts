import { useState } from 'react';
import type { Failure } from '../core/failure.ts';

/** A change on its way to the server, and why the last one failed. */
export const useChange = () => {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** Returns whether the change succeeded. Only one change runs at a time. */
  const run = async (change: () => Promise<Failure | null>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    const failed = await change();
    setBusy(false);
    setFailure(failed);
    return failed === null;
  };
  return { busy, failure, run };
};
