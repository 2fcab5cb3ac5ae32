import { expect, test } from 'vitest';
import {
  checkCredentials,
  checkNewPassword,
  isFailedLink,
  mailLinkIn,
} from '../../../src/core/account/credentials.ts';
import { BackendError, failureIn, failureOf } from '../../../src/core/failure.ts';

test.each([
  [{ status: 400, code: 'invalid_credentials' }, 'wrongCredentials'],
  [{ status: 400, code: 'user_not_found' }, 'wrongCredentials'],
  [{ status: 400, code: 'email_address_invalid' }, 'invalidEmail'],
  [{ status: 400, code: 'validation_failed', message: 'Unable to validate email address' }, 'invalidEmail'],
  [{ status: 429, code: 'over_request_rate_limit' }, 'tooMany'],
  [{ status: 429 }, 'tooMany'],
  [{ status: 0, message: 'TypeError: Failed to fetch' }, 'offline'],
  [{ status: 503 }, 'offline'],
  [{ status: 401, code: 'PGRST301' }, 'sessionExpired'],
  [{ status: 401 }, 'sessionExpired'],
  [{ status: 403, code: '42501' }, 'forbidden'],
  [{ status: 401, code: '42501' }, 'sessionExpired'],
  [{ name: 'AuthSessionMissingError', status: 400 }, 'sessionExpired'],
  [{ status: 422, code: 'weak_password' }, 'weakPassword'],
  [{ status: 422, code: 'same_password' }, 'samePassword'],
  [{ status: 403, code: 'otp_expired' }, 'linkExpired'],
  [{ status: 400, code: 'current_password_required' }, 'currentPasswordNeeded'],
  [{ status: 400, code: 'reauthentication_needed' }, 'currentPasswordNeeded'],
  [{ status: 400, code: 'current_password_invalid' }, 'wrongCurrentPassword'],
] as const)('%j is %s', (error, kind) => {
  expect(failureOf(error)).toEqual({ kind });
});

test('anything else keeps the provider’s message', () => {
  expect(failureOf({ status: 403, code: 'user_banned', message: 'User is banned' })).toEqual({
    kind: 'other',
    message: 'User is banned',
  });
  expect(failureOf({ status: 500, code: 'toString' })).toEqual({ kind: 'other', message: '' });
  expect(failureIn(new BackendError({ kind: 'offline' }))).toEqual({ kind: 'offline' });
  expect(failureIn(new TypeError('x is undefined'))).toEqual({ kind: 'other', message: '' });
});

test.each([
  ['', 'secret-1', 'invalidEmail'],
  ['nobody', 'secret-1', 'invalidEmail'],
  ['a b@example.test', '', 'invalidEmail'],
  ['a@example.test', '', 'missingPassword'],
  ['a@example.test', '12345', 'passwordTooShort'],
  [' a@example.test ', '123456', null],
  ['youssef+table.2@club', '123456', null],
])('signing in as %j with %j: %s', (email, password, problem) => {
  expect(checkCredentials(email, password)).toBe(problem);
});

test.each([
  ['', '', 'missing'],
  ['12345', '12345', 'tooShort'],
  ['123456', '1234567', 'mismatch'],
  ['é'.repeat(37), 'é'.repeat(37), 'tooLong'],
  ['x'.repeat(72), 'x'.repeat(72), null],
  ['123456', '123456', null],
])('the new password %j, repeated as %j: %s', (password, repeated, problem) => {
  expect(checkNewPassword(password, repeated)).toBe(problem);
});

test.each([
  ['#token_hash=abc&type=recovery', { token: 'abc', type: 'recovery' }],
  ['#token_hash=abc&type=invite', { token: 'abc', type: 'invite' }],
  ['#token_hash=abc&type=email_change', null],
  ['#token_hash=&type=invite', null],
  ['#access_token=x&type=recovery', null],
  ['', null],
])('the link of a mail in %j', (hash, link) => {
  expect(mailLinkIn(hash)).toEqual(link);
});

test('a failed link says so in its hash', () => {
  expect(isFailedLink('#error=access_denied&error_code=otp_expired&error_description=x')).toBe(true);
  expect(isFailedLink('#access_token=x&type=recovery')).toBe(false);
  expect(isFailedLink('')).toBe(false);
});
