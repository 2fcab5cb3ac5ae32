import { answerSharedLink } from '../../edge/shared-link.ts';

declare const Netlify: { readonly env: { readonly get: (name: string) => string | undefined } };

/** Netlify's edge function; Netlify looks in this folder. */
export default (request: Request, { next }: { readonly next: () => Promise<Response> }): Promise<Response> =>
  answerSharedLink(request, Netlify.env.get('SNAPSHOT_SERVICE'), () => next());

export const config = {
  path: ['/s/gd/*', '/:lang/s/gd/*', '/r/*', '/:lang/r/*', '/t/*', '/:lang/t/*'],
  onError: 'bypass',
};
