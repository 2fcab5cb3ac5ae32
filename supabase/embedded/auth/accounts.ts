import { randomInt } from 'node:crypto';
import { isEmail } from '../../../src/core/account/credentials.ts';
import { quoted } from '../log.ts';
import type { AskLite } from '../lite.ts';

/** Letters and digits that nobody mistakes for each other when reading them aloud. */
const PASSWORD_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
/** RFC 5321's limit, in characters. */
const EMAIL_MAX_LENGTH = 254;

/** An account that can't be made: the reason in a sentence. */
export class AccountError extends Error {}

export interface Account {
  readonly email: string;
  readonly password: string;
  readonly id: string;
}

/** Makes an account, with a random one-time password unless one is given. Throws AccountError. */
export type AddOwner = (email: string, password?: string) => Promise<Account>;

const oneTimePassword = (): string =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)]).join(''),
  ).join('-');

/** `ask` reaches a lite whose sign-up is open. */
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
          ? `There is an account for ${email} already.`
          : `No account was made: ${body.msg ?? `Auth answered ${response.status}`}.`,
      );
    }
    return { email, password, id: body.user.id };
  };
