import { createAskSupabase } from '../_shared/hosted-api.ts';
import { callHosted } from '../_shared/hosted-database.ts';
import type { ScoreDatabase } from './ports.ts';

interface Keys {
  readonly supabase: string;
  readonly secretKey: string;
  readonly publishableKey: string;
}

/**
 * The database's functions, through PostgREST, which verifies the callers' tokens. Postgres itself queues the calls.
 */
export const createHostedDatabase = ({ supabase, secretKey, publishableKey }: Keys): ScoreDatabase => {
  const asCaller = createAskSupabase(supabase, publishableKey);
  const asService = createAskSupabase(supabase, secretKey);
  return {
    call: (name, values, { authorization, device }, signal) =>
      callHosted(asCaller, name, values, {
        signal,
        headers: {
          ...(authorization !== undefined && { authorization }),
          ...(device !== undefined && { 'x-device': device }),
        },
      }),
    callAsService: (name, values, signal) => callHosted(asService, name, values, { signal }),
  };
};
