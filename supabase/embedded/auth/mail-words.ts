import { PRODUCT } from '../../../src/config/product.ts';
import { LOCALES, localesFrom } from '../../../src/i18n/locales.ts';
import { formatMessage } from '../../../src/i18n/format.ts';
import { MAIL_TEXTS } from '../../functions/_shared/texts.ts';
import type { Purpose } from './links.ts';

/**
 * The texts of mails: the same in every home, in all languages at once. A hosted project's templates can't know the
 * reader's language: accounts have none, and a Go template can't read it from the link's address.
 */

/** In the order of Morocco's papers. */
const ORDER = localesFrom('fr', 'ar');

export const mailSubject = (purpose: Purpose): string =>
  `${PRODUCT.name}: ${ORDER.map((locale) => {
    const mails = MAIL_TEXTS[locale];
    return mails[purpose].subject;
  }).join(' · ')}`;

/** A mail as plain text. `account` is its address. */
export const mailText = (purpose: Purpose, account: string, link: string): string => {
  const parts = ORDER.map((locale) => {
    const mails = MAIL_TEXTS[locale];
    const { title, text, note } = mails[purpose];
    return `${title}\n${formatMessage(text, { account })}\n${note}`;
  });
  return `${parts.join('\n\n')}\n\n  ${link}\n`;
};

/**
 * A mail as a template of Supabase Auth: https://supabase.com/docs/guides/auth/auth-email-templates. The link opens our
 * page, which redeems it when a password is saved.
 */
export const mailTemplate = (purpose: Purpose): string =>
  ORDER.map((locale) => {
    const mails = MAIL_TEXTS[locale];
    const { title, text, link, note } = mails[purpose];
    const { lang, dir } = LOCALES[locale];
    return `<div lang="${lang}" dir="${dir}">
<h2>${title}</h2>
<p>${formatMessage(text, { account: '<bdi>{{ .Email }}</bdi>' })}</p>
<p><a href="{{ .RedirectTo }}#token_hash={{ .TokenHash }}&type=${purpose}">${link}</a></p>
<p>${note}</p>
</div>
`;
  }).join('<hr />\n');
