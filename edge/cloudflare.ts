import { answerSharedLink } from './shared-link.ts';

interface Environment {
  /** The built site's static assets. */
  readonly ASSETS: { readonly fetch: (request: Request) => Promise<Response> };
  /** The snapshot service's address, such as `https://<project>.supabase.co/functions/v1/snapshot`. */
  readonly SNAPSHOT_SERVICE?: string;
}

/** The Cloudflare worker for shared links; wrangler.jsonc sets its paths. */
export default {
  fetch: (request: Request, { ASSETS, SNAPSHOT_SERVICE }: Environment): Promise<Response> =>
    answerSharedLink(request, SNAPSHOT_SERVICE, () => ASSETS.fetch(request)),
};
