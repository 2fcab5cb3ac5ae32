import type { App } from '@supabase/lite';

/** PostgREST's answers to requests below `/rest/v1/`. */
export type Rest = (request: Request) => Promise<Response>;

/** REST on a migrated database. */
export const createRest =
  (app: App): Rest =>
  (request) =>
    app.fetch(request);
