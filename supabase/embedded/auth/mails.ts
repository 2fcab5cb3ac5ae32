import { ROUTES } from '../../../src/config/routes.ts';
import { isEmail } from '../../../src/core/account/credentials.ts';
import { DEFAULT_LOCALE, LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import { localizePath } from '../../../src/i18n/urls.ts';
import { createLimiter } from '../http/limits.ts';
import { quoted } from '../../functions/_shared/log-line.ts';
import { printFailure } from '../http/log.ts';
import { AccountError } from '../http/problem.ts';
import { accountKey, MAILS_FOR_ACCOUNT } from './guesses.ts';
import type { Links, Purpose } from './links.ts';
import { mailSubject, mailText } from './mail-words.ts';

export interface Mails {
  /** Mails a password reset link if the account exists; the caller isn't told whether it did. */
  readonly recover: (email: string, redirectTo: string | null) => void;
  /** Mails a link for choosing a first password, on the page in a language. Throws AccountError. */
  readonly invite: (email: string, locale?: Locale) => Promise<void>;
}

interface Options {
  readonly links: Links;
  readonly siteUrl: string;
  /** All of the site's origins, including its own: links lead nowhere else. */
  readonly redirectOrigins: readonly string[];
  readonly mail: (text: string) => void;
}

/** The pages that mailed links open. The requester of a mail chooses one of these and nothing else in the mail. */
const PAGES = LOCALE_NAMES.map((locale) => localizePath(ROUTES.setPassword, locale));

export const createMails = ({ links, siteUrl, redirectOrigins, mail }: Options): Mails => {
  const limiters = MAILS_FOR_ACCOUNT.map(createLimiter);
  let last: Promise<void> = Promise.resolve();

  const pageIn = (locale: Locale): string => new URL(localizePath(ROUTES.setPassword, locale), siteUrl).href;

  const pageFor = (redirectTo: string | null): string => {
    const asked = URL.parse(redirectTo ?? '');
    return asked && redirectOrigins.includes(asked.origin) && PAGES.includes(asked.pathname)
      ? asked.origin + asked.pathname
      : pageIn(DEFAULT_LOCALE);
  };

  const send = async (address: string, purpose: Purpose, page: string): Promise<boolean> => {
    const link = await links.issue(address, purpose);
    if (!link) return false;
    // An older account's address may be invalid.
    const to = isEmail(link.email) ? link.email : quoted(link.email);
    // In the fragment, so the token never appears in logs or reaches anything that merely fetches the link.
    const href = `${page}#token_hash=${link.token}&type=${purpose}`;
    mail(`\nMail to ${to}: ${mailSubject(purpose)}\n\n${mailText(purpose, to, href)}`);
    return true;
  };

  const recover = async (email: string, page: string): Promise<void> => {
    const key = accountKey(email);
    for (const limiter of limiters) {
      if (await limiter.isSpent(key)) return;
    }
    for (const limiter of limiters) await limiter.take(key);
    await send(email, 'recovery', page);
  };

  return {
    recover: (email, redirectTo) => {
      const page = pageFor(redirectTo);
      // After the answer has been sent, so its timing doesn't reveal whether the account exists.
      const answered = new Promise((resolve) => setImmediate(resolve));
      last = Promise.all([last, answered])
        .then(() => recover(email, page))
        .catch((error: unknown) => {
          printFailure('A mail could not be sent', error);
        });
    },
    invite: async (email, locale = DEFAULT_LOCALE) => {
      if (!(await send(email, 'invite', pageIn(locale)))) {
        throw new AccountError('There is no such account, so no mail was sent.');
      }
    },
  };
};
