import { PRODUCT } from '../config/product.ts';

type Settings = Readonly<Record<string, string | undefined>>;

/** What an operator fills in of `src/config/product.ts`. */
interface Contact {
  readonly phone: string;
  readonly email: string;
  readonly socials: readonly { readonly url: string }[];
}

/** Settings that are an address. `origin`: of a whole site, so without a path. */
const ADDRESSES = {
  PUBLIC_SITE_URL: 'origin',
  PUBLIC_SUPABASE_URL: 'origin',
  PUBLIC_SNAPSHOT_ENDPOINT: 'any',
  PUBLIC_ERRORS_URL: 'any',
} as const;

const problemOfAddress = (name: keyof typeof ADDRESSES, text: string): string | undefined => {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return `${name} is "${text}", which is no address.`;
  if (ADDRESSES[name] === 'origin' && (url.pathname !== '/' || url.search || url.hash))
    return `${name} is "${text}", but takes an address without a path: the pages are built for the root of a domain.`;
  return undefined;
};

/** What `src/config/product.ts` still has of the template, by field. */
const placeholders = ({ phone, email, socials }: Contact): string[] => [
  ...(phone.endsWith('600000000') ? ['phone'] : []),
  ...(/\.(test|example|invalid)$/.test(email) ? ['email'] : []),
  ...(socials.some(({ url }) => new URL(url).pathname === '/') ? ['socials'] : []),
];

/** Why a build with these settings would be broken, one sentence each. Empty for the embedded server's. */
export const settingProblems = (settings: Settings, contact: Contact = PRODUCT): string[] => {
  const {
    PUBLIC_SITE_URL: site,
    PUBLIC_SUPABASE_URL: supabase,
    PUBLIC_SUPABASE_PUBLISHABLE_KEY: key,
  } = settings;
  const ofAddresses = Object.keys(ADDRESSES)
    .filter((name) => settings[name])
    .map((name) => problemOfAddress(name as keyof typeof ADDRESSES, settings[name] ?? ''))
    .filter((problem) => problem !== undefined);
  const open = site?.startsWith('https:') ? placeholders(contact) : [];
  return [
    ...ofAddresses,
    ...(supabase && !key
      ? [
          'PUBLIC_SUPABASE_PUBLISHABLE_KEY is empty: set the publishable key of the project at PUBLIC_SUPABASE_URL.',
        ]
      : []),
    ...(key && !supabase
      ? ['PUBLIC_SUPABASE_URL is empty: set the address of the project with PUBLIC_SUPABASE_PUBLISHABLE_KEY.']
      : []),
    ...(supabase && !site
      ? ['PUBLIC_SITE_URL is empty: set the site’s address, which links, previews and the sitemap contain.']
      : []),
    ...(open.length ? [`src/config/product.ts has placeholders: ${open.join(', ')}.`] : []),
  ];
};

/** Throws an error that lists the problems of these settings, if there are any. */
export const checkSettings = (settings: Settings): void => {
  const problems = settingProblems(settings);
  if (problems.length) throw new Error(problems.join('\n'));
};
