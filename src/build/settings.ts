import { PRODUCT } from '../config/product.ts';

type Settings = Readonly<Record<string, string | undefined>>;

/** The parts of `src/config/product.ts` that an operator fills in. */
type Company = Omit<typeof PRODUCT, 'name' | 'copyrightYear'>;

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

/** A social network's front page is no profile, and a link needs a name to be read. */
const isProfile = ({ name, url }: Company['socials'][number]): boolean =>
  name.trim() !== '' && URL.canParse(url) && new URL(url).pathname !== '/';

/** The fields of `src/config/product.ts` that still have the template's value, or none that could be shown. */
const placeholders = ({
  phone,
  phoneDisplay,
  email,
  socials,
  company,
  quoteWorkingDays,
}: Company): string[] =>
  Object.entries({
    phone: /^\+[1-9]\d{7,14}$/.test(phone) && !/0{6}/.test(phone),
    phoneDisplay: phoneDisplay.replaceAll(/[^+\d]/g, '') === phone,
    email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email) && !/(?:\.|@)(?:test|example|invalid)\b/.test(email),
    socials: socials.every(isProfile),
    'company.legalName': Boolean(company.legalName?.trim()),
    'company.address': Boolean(company.address?.trim()),
    'company.ice': /^\d{15}$/.test(company.ice ?? '') && !/^0+$/.test(company.ice ?? ''),
    quoteWorkingDays: Number.isInteger(quoteWorkingDays) && Number(quoteWorkingDays) > 0,
  })
    .filter(([, isFilled]) => !isFilled)
    .map(([field]) => field);

/** Why a build with these settings would be broken, one sentence each. Empty for the embedded server's. */
export const settingProblems = (settings: Settings, company: Company = PRODUCT): string[] => {
  const {
    PUBLIC_SITE_URL: site,
    PUBLIC_SUPABASE_URL: supabase,
    PUBLIC_SUPABASE_PUBLISHABLE_KEY: key,
  } = settings;
  const ofAddresses = Object.keys(ADDRESSES)
    .filter((name) => settings[name])
    .map((name) => problemOfAddress(name as keyof typeof ADDRESSES, settings[name] ?? ''))
    .filter((problem) => problem !== undefined);
  const open = site?.startsWith('https:') ? placeholders(company) : [];
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
