import { randomInt } from 'node:crypto';
import { isEmail } from '../../../src/core/account/credentials.ts';
import { quoted } from '../../functions/_shared/log-line.ts';
import { AccountError } from '../http/problem.ts';
import type { AskLite } from '../data/lite.ts';

/** Letters and digits that are hard to confuse. */
const PASSWORD_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
/** RFC 5321's limit, in characters. */
const EMAIL_MAX_LENGTH = 254;

export interface Account {
  readonly email: string;
  readonly password: string;
  readonly id: string;
}

/** Creates an account, with a random one-time password unless one is given. Throws AccountError. */
export type AddOwner = (email: string, password?: string) => Promise<Account>;

/** A password that is easy to read out, for one use. */
export const oneTimePassword = (): string =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)]).join(''),
  ).join('-');

/** `ask` must reach a lite with sign-up enabled. */
export const createAddOwner =
  (ask: AskLite): AddOwner =>
  async (address, password = oneTimePassword()) => {
    const email = address.trim().toLowerCase();
    if (!isEmail(email) || email.length > EMAIL_MAX_LENGTH) {
      throw new AccountError(`${quoted(address)} is not an e-mail address.`);
    }
    const response = await ask('POST', 'signup', { body: { email, password } });
    const body = (await response.json()) as { user?: { id: string }; error_code?: string; msg?: string };
    if (!response.ok || !body.user) {
      throw new AccountError(
        body.error_code === 'user_already_exists'
          ? `${email} already has an account.`
          : `No account was created: ${body.msg ?? `Auth answered ${response.status}`}.`,
      );
    }
    return { email, password, id: body.user.id };
  };
