import { PostgrestClient } from '@supabase/postgrest-js';
import { resolveBackend } from '../config/backend.ts';
import type { Database } from './database.types.ts';

/** A connection that hasn't answered after this long is given up. */
export const ANSWER_TIMEOUT_MILLIS = 4000;

/** Where this page's backend is, and the key that names it. */
export const settings = () => resolveBackend(import.meta.env, location.origin);

/** A client of the database for viewers: never signed in, whoever is signed in to this browser. */
export const viewerClient = (): PostgrestClient<Database> => {
  const { url, key } = settings();
  return new PostgrestClient<Database>(`${url}/rest/v1`, {
    headers: { apikey: key, authorization: `Bearer ${key}` },
  });
};
