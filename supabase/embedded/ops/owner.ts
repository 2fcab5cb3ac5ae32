import { createClient } from '@supabase/supabase-js';
import { ROUTES } from '../../../src/config/routes.ts';
import { DEFAULT_LOCALE, LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import { localizePath } from '../../../src/i18n/urls.ts';
import { AccountError } from '../http/problem.ts';
import { administer } from './administer.ts';
import { readOptions, runProgram } from './program.ts';
import { OWNERS_PATH } from './administration.ts';
import { dataFolder } from '../data/paths.ts';
import type { Account } from '../auth/accounts.ts';
import type { Owner } from '../auth/owners.ts';

/** `npm run owner -- …` lists, adds, resets and removes scorers' accounts. */

const USAGE = `npm run owner -- add name@example.com [${LOCALE_NAMES.join('|')}]   makes an account, and invites by mail
npm run owner -- list                           lists all accounts
npm run owner -- reset name@example.com         gives it a new one-time password, and ends its sessions
npm run owner -- remove name@example.com --yes  removes it with its venue, tables, players and results`;

/** More than a project has. */
const MOST_USERS = 1000;

interface Order {
  readonly command: string;
  readonly email: string;
  readonly locale: Locale;
}

/** Does it on the hosted project. Throws AccountError. */
const doHosted = async (url: string, { command, email, locale }: Order): Promise<void> => {
  const { SUPABASE_SECRET_KEY: key, PUBLIC_SITE_URL: site } = process.env;
  if (!key)
    throw new AccountError(
      'Set SUPABASE_SECRET_KEY to the secret key of the project at PUBLIC_SUPABASE_URL.',
    );
  const { auth } = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const allUsers = async () => {
    const { data, error } = await auth.admin.listUsers({ perPage: MOST_USERS });
    if (error) throw new AccountError(`The accounts can't be read: ${error.message}.`);
    return data.users;
  };
  if (command === 'list') {
    show((await allUsers()).map((user) => ({ email: user.email ?? '', created: user.created_at })));
    return;
  }
  if (command === 'remove') {
    const user = (await allUsers()).find((one) => one.email === email.toLowerCase());
    if (!user) throw new AccountError(`${email} has no account.`);
    const { error } = await auth.admin.deleteUser(user.id);
    if (error) throw new AccountError(`Nothing was removed: ${error.message}.`);
    console.log(`${email} is removed, with all that was its own.`);
    return;
  }
  if (!site) throw new AccountError('Set PUBLIC_SITE_URL: the mail leads to a page of the site.');
  const redirectTo = new URL(localizePath(ROUTES.setPassword, locale), site).href;
  const { error } =
    command === 'add'
      ? await auth.admin.inviteUserByEmail(email, { redirectTo })
      : await auth.resetPasswordForEmail(email, { redirectTo });
  if (error)
    throw new AccountError(`${command === 'add' ? 'No invitation' : 'No mail'} was sent: ${error.message}.`);
  console.log(
    command === 'add'
      ? `${email} is invited: the mail links to the page for choosing a password.`
      : `${email} gets a mail with a link to the page for choosing a password.`,
  );
};

/** Prints accounts, one a line. */
const show = (owners: readonly Owner[]): void => {
  for (const { email, created } of owners) console.log(`${email}   since ${created.slice(0, 10)}`);
  if (owners.length === 0) console.log('There is no account.');
};

/** Does it on the embedded server in `folder`. Throws AccountError or StartProblem. */
const doEmbedded = (folder: string, { command, email, locale }: Order): Promise<void> =>
  administer(folder, async (ask) => {
    if (command === 'list') {
      show((await ask(OWNERS_PATH, undefined, 'GET')) as readonly Owner[]);
      return;
    }
    const body = JSON.stringify({ email, locale });
    if (command === 'remove') {
      const removed = (await ask(OWNERS_PATH, body, 'DELETE')) as { email: string };
      console.log(`${removed.email} is removed, with all that was its own.`);
      return;
    }
    const owner = (await ask(OWNERS_PATH, body, command === 'add' ? 'POST' : 'PUT')) as Account;
    const done = command === 'add' ? 'is ready' : 'has a new password, and its sessions have ended';
    console.log(
      `The account of ${owner.email} ${done}.\n\n  One-time password:  ${owner.password}\n\nIt is shown only here.` +
        (command === 'add'
          ? ' The mail that invites to choose another one is printed where the server runs:\nin its log, or above when it is stopped.'
          : ''),
    );
  });

const main = async (): Promise<void> => {
  const { positionals, values } = readOptions(USAGE, {
    options: { yes: { type: 'boolean', default: false } },
    most: 3,
  });
  const [command = '', email = '', language = DEFAULT_LOCALE] = positionals;
  const locale = LOCALE_NAMES.find((name) => name === language);
  const isClear =
    command === 'list'
      ? positionals.length === 1
      : ['add', 'reset', 'remove'].includes(command) && email !== '';
  if (!isClear || !locale || (command !== 'add' && positionals.length > 2)) throw new AccountError(USAGE);
  if (command === 'remove' && !values.yes) {
    throw new AccountError(
      `This removes ${email} with its venue, tables, players, results and pictures, and can't be undone. Export the account ` +
        'first, then repeat the command with --yes.',
    );
  }
  const url = process.env['PUBLIC_SUPABASE_URL'];
  const order = { command, email, locale };
  await (url ? doHosted(url, order) : doEmbedded(dataFolder(), order));
};

await runProgram(main);
