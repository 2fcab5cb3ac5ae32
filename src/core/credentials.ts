import { PASSWORD_MIN_LENGTH } from '../config/limits.ts';

/** What browsers accept in an e-mail field: https://html.spec.whatwg.org/#valid-e-mail-address */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export const isEmail = (trimmed: string): boolean => EMAIL.test(trimmed);

export type CredentialsProblem = 'invalidEmail' | 'missingPassword' | 'passwordTooShort';

/** The first thing wrong with what somebody signs in with; null when it can be sent. */
export const checkCredentials = (email: string, password: string): CredentialsProblem | null => {
  if (!isEmail(email.trim())) return 'invalidEmail';
  if (!password) return 'missingPassword';
  return password.length < PASSWORD_MIN_LENGTH ? 'passwordTooShort' : null;
};

export type NewPasswordProblem = 'missing' | 'tooShort' | 'mismatch';

/** The first thing wrong with a new password typed twice; null when it can be saved. */
export const checkNewPassword = (password: string, repeated: string): NewPasswordProblem | null => {
  if (!password) return 'missing';
  if (password.length < PASSWORD_MIN_LENGTH) return 'tooShort';
  return password === repeated ? null : 'mismatch';
};

/** Whether a link from a mail came back with an error in its hash, as Auth sends expired and used ones. */
export const isFailedLink = (hash: string): boolean => {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  return values.has('error') || values.has('error_code');
};
