import type { App } from '@supabase/lite';
import { bearerOf } from './auth/request.ts';
import type { VerifyToken } from './auth/tokens.ts';

/** PostgREST's answers to requests below `/rest/v1/`. */
export type Rest = (request: Request) => Promise<Response>;

/** REST on a migrated database. */
export const createRest =
  (app: App, verifyToken: VerifyToken): Rest =>
  async (request) => {
    const token = bearerOf(request.headers.get('authorization'));
    // lite takes the token of an ended session until it runs out. API keys have no dots.
    if (token?.includes('.') && !(await verifyToken(token))) {
      return Response.json(
        {
          code: 'PGRST301',
          message: 'The token is not valid, or its session has ended',
          details: null,
          hint: null,
        },
        { status: 401 },
      );
    }
    return app.fetch(request);
  };
