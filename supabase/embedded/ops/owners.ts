import type { Locale } from '../../../src/i18n/locales.ts';
import { administer } from './administer.ts';
import { OWNERS_PATH } from './server.ts';

interface Owner {
  readonly email: string;
  /** One-time. */
  readonly password: string;
}

/**
 * Creates an account on the embedded server in `folder`, and mails an invitation to choose a password, in a language.
 * Throws AccountError or StartProblem.
 */
export const addEmbeddedOwner = (folder: string, email: string, locale: Locale): Promise<Owner> =>
  administer(folder, async (ask) => (await ask(OWNERS_PATH, JSON.stringify({ email, locale }))) as Owner);
