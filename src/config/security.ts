import { WORKER_POLICY } from './app.ts';
import { errorsAddress } from './errors.ts';
import { imageVariants, SCRIPT_ORIGIN } from './snapshot.ts';

/** The environment settings that the site's policy depends on. */
interface AddressSettings {
  readonly PUBLIC_SUPABASE_URL?: string | undefined;
  readonly PUBLIC_SNAPSHOT_ENDPOINT?: string | undefined;
  readonly PUBLIC_SNAPSHOT_IMAGE_VARIANTS?: string | undefined;
  readonly PUBLIC_ERRORS_URL?: string | undefined;
}

type Directive = `${
  | 'default-src'
  | 'base-uri'
  | 'object-src'
  | 'form-action'
  | 'require-trusted-types-for'
  | 'trusted-types'
  | 'connect-src'
  | 'img-src'} ${string}`;

/**
 * An overlay's page also takes the Custom CSS of OBS, which adds it as a `style` element: as text, or as HTML, which the
 * page's trusted-types policy `default` passes on only without tags. `style` attributes stay refused.
 */
export const withCustomCss = (policy: string): string =>
  policy.replace(/trusted-types (?!for)[^;]*/, `$& default; style-src-elem 'self' 'unsafe-inline'`);

const origin = (address: string): string => new URL(address).origin;

/**
 * The Content-Security-Policy, without `script-src` and `style-src`, which Astro fills with hashes, and
 * `frame-ancestors`, which is only valid in a header (`public/_headers`).
 * `connect-src` lists the configured Supabase, snapshot endpoint and address for errors; without these, only the site
 * itself. Google Apps Script endpoints answer from a second host, and Drive's images come from several.
 */
export const contentSecurityDirectives = (settings: AddressSettings): Directive[] => {
  const connect = new Set(["'self'"]);
  const images = new Set(["'self'", 'data:', 'blob:']);
  if (settings.PUBLIC_SUPABASE_URL) {
    const supabase = origin(settings.PUBLIC_SUPABASE_URL);
    connect.add(supabase).add(supabase.replace(/^http/, 'ws'));
    images.add(supabase);
  }
  if (settings.PUBLIC_SNAPSHOT_ENDPOINT) {
    const endpoint = origin(settings.PUBLIC_SNAPSHOT_ENDPOINT);
    connect.add(endpoint);
    if (endpoint === SCRIPT_ORIGIN) {
      connect.add('https://script.googleusercontent.com');
      // Drive redirects to other hosts, and the policy applies to redirects as well.
      images
        .add('https://drive.google.com')
        .add('https://drive.usercontent.google.com')
        .add('https://*.googleusercontent.com');
    } else {
      images.add(endpoint);
    }
  }
  const errors = errorsAddress(settings);
  if (errors) connect.add(errors.origin);
  for (const variant of imageVariants(settings)) {
    images.add(origin(variant.replaceAll(/\{(id|stamp)\}/g, '$1')));
  }
  return [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    // WhatsApp's short address redirects to the other one, and the policy applies to redirects as well.
    "form-action 'self' mailto: https://wa.me https://api.whatsapp.com",
    "require-trusted-types-for 'script'",
    `trusted-types ${WORKER_POLICY}`,
    `connect-src ${[...connect].join(' ')}`,
    `img-src ${[...images].join(' ')}`,
  ];
};
