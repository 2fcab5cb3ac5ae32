import { createClient } from '@supabase/supabase-js';
import { ROUTES } from '../../../src/config/routes.ts';
import { DEFAULT_LOCALE, LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import { localizePath } from '../../../src/i18n/urls.ts';
import { AccountError } from '../http/problem.ts';
import { administer } from './administer.ts';
import { readOptions, runProgram } from './program.ts';
import { OWNERS_PATH } from './administration.ts';
import { dataFolder } from '../data/paths.ts';

/**
 * `npm run owner -- add <email> [en|fr|ar]` creates a scorer's account, and mails an invitation to choose its password.
 */

const USAGE = `npm run owner -- add name@example.com [${LOCALE_NAMES.join('|')}]    makes an account, and invites by mail`;

/** Invites by mail on the hosted project. Throws AccountError. */
const invite = async (url: string, email: string, locale: Locale): Promise<void> => {
  const { SUPABASE_SECRET_KEY: key, PUBLIC_SITE_URL: site } = process.env;
  if (!key)
    throw new AccountError(
      'Set SUPABASE_SECRET_KEY to the secret key of the project at PUBLIC_SUPABASE_URL.',
    );
  if (!site) throw new AccountError('Set PUBLIC_SITE_URL: the invitation leads to a page of the site.');
  const { auth } = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const { error } = await auth.admin.inviteUserByEmail(email, {
    redirectTo: new URL(localizePath(ROUTES.setPassword, locale), site).href,
  });
  if (error) throw new AccountError(`No invitation was sent: ${error.message}.`);
  console.log(`${email} is invited: the mail links to the page for choosing a password.`);
};

interface Owner {
  readonly email: string;
  /** One-time. */
  readonly password: string;
}

/** Creates an account on the embedded server in `folder`, which mails the invitation. Throws AccountError or StartProblem. */
const addEmbeddedOwner = (folder: string, email: string, locale: Locale): Promise<Owner> =>
  administer(folder, async (ask) => (await ask(OWNERS_PATH, JSON.stringify({ email, locale }))) as Owner);

const main = async (): Promise<void> => {
  const { positionals } = readOptions(USAGE, { options: {}, most: 3 });
  const [command, email, language = DEFAULT_LOCALE] = positionals;
  const locale = LOCALE_NAMES.find((name) => name === language);
  if (command !== 'add' || !email || !locale) throw new AccountError(USAGE);
  const url = process.env['PUBLIC_SUPABASE_URL'];
  if (url) {
    await invite(url, email, locale);
    return;
  }
  const owner = await addEmbeddedOwner(dataFolder(), email, locale);
  console.log(
    `The account of ${owner.email} is ready.\n\n  One-time password:  ${owner.password}\n\n` +
      'It is shown only here. The mail that invites to choose another one is printed where the server runs:\n' +
      'in its log, or above when it is stopped.',
  );
};

await runProgram(main);
