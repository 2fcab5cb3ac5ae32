import { PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from '../../config/limits.ts';

/** What browsers accept in an email field: https://html.spec.whatwg.org/#valid-e-mail-address */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export const isEmail = (trimmed: string): boolean => EMAIL.test(trimmed);

export type CredentialsProblem = 'invalidEmail' | 'missingPassword' | 'passwordTooShort';

/** The first problem with the credentials as typed; null when they can be sent. */
export const checkCredentials = (email: string, password: string): CredentialsProblem | null => {
  if (!isEmail(email.trim())) return 'invalidEmail';
  if (!password) return 'missingPassword';
  return password.length < PASSWORD_MIN_LENGTH ? 'passwordTooShort' : null;
};

export type NewPasswordProblem = 'missing' | 'tooShort' | 'tooLong' | 'mismatch';

/** The first problem with a new password and its repetition; null when it can be saved. */
export const checkNewPassword = (password: string, repeated: string): NewPasswordProblem | null => {
  if (!password) return 'missing';
  if (password.length < PASSWORD_MIN_LENGTH) return 'tooShort';
  if (new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES) return 'tooLong';
  return password === repeated ? null : 'mismatch';
};

/** The token in an e-mailed link, and the link's purpose. */
export interface MailLink {
  readonly token: string;
  readonly type: 'recovery' | 'invite';
}

const valuesIn = (hash: string): URLSearchParams => new URLSearchParams(hash.replace(/^#/, ''));

/** Reads the token from the hash of an e-mailed link; null if there is none. */
export const mailLinkIn = (hash: string): MailLink | null => {
  const values = valuesIn(hash);
  const token = values.get('token_hash');
  const type = values.get('type');
  return token && (type === 'recovery' || type === 'invite') ? { token, type } : null;
};

/** Whether the link is that of a new owner's invitation, this product's or Supabase's own. */
export const isInvitation = (hash: string): boolean => valuesIn(hash).get('type') === 'invite';

/** Whether Auth redirected here with an error in the hash, as it does for expired and used links. */
export const isFailedLink = (hash: string): boolean => {
  const values = valuesIn(hash);
  return values.has('error') || values.has('error_code');
};
