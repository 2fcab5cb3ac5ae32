import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '../../../src/backend/contract.ts';
import { createLogin } from '../../../src/features/account/login.ts';
import { noteSessionEnded } from '../../../src/features/account/session.ts';
import { createSetPassword } from '../../../src/features/account/set-password.ts';
import { fakeAuth } from '../fakes/auth.ts';
import { fakeStorage, stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';

beforeEach(() => void stubBrowser());
afterEach(() => void vi.unstubAllGlobals());

const PATHS = { dashboard: '/dashboard/', setPassword: '/set-password/' };

const openLogin = (session: Session = { status: 'signedOut' }, storage = fakeStorage(), query = '') => {
  const { auth, control } = fakeAuth(session);
  const environment = fakeEnvironment('https://example.test/login/' + query, storage);
  const login = createLogin({ ...environment, auth: () => auth }, PATHS);
  login.$login.listen(() => {});
  return { ...login, control, enter: environment.replaceBy, storage };
};

test('signs in with the trimmed address and stays busy until the next page is there', async () => {
  const { $login, signIn, control, enter } = openLogin();
  await signIn('  salma@example.test ', 'secret-1');
  expect(control.calls).toEqual(['signIn salma@example.test secret-1']);
  expect(enter).toHaveBeenCalledExactlyOnceWith('/dashboard/');
  expect($login.get().busy).toBe(true);
});

test('what can’t be sent is said without asking the server', async () => {
  const { $login, signIn, control } = openLogin();
  await signIn('nobody', 'secret-1');
  expect($login.get()).toMatchObject({ problem: 'invalidEmail', busy: false });
  await signIn('a@example.test', '');
  expect($login.get().problem).toBe('missingPassword');
  expect(control.calls).toEqual([]);
});

test('a refusal is said, and the next attempt starts clean', async () => {
  const { $login, signIn, control } = openLogin();
  control.failure = { kind: 'wrongCredentials' };
  await signIn('a@example.test', 'secret-1');
  expect($login.get()).toMatchObject({ problem: { kind: 'wrongCredentials' }, busy: false });
  control.failure = null;
  const again = signIn('a@example.test', 'secret-2');
  expect($login.get()).toMatchObject({ problem: null, busy: true });
  await again;
});

test('a signed-in visitor enters at once, also when another tab signs in', () => {
  expect(openLogin({ status: 'signedIn', userId: 'me' }).enter).toHaveBeenCalledOnce();
  const { control, enter } = openLogin();
  expect(enter).not.toHaveBeenCalled();
  control.become({ status: 'signedIn', userId: 'me' });
  expect(enter).toHaveBeenCalledExactlyOnceWith('/dashboard/');
});

test('word of an ended session stays until it is answered', () => {
  const storage = fakeStorage();
  noteSessionEnded(() => storage);
  // React may make a store, throw it away and make another.
  openLogin({ status: 'signedOut' }, storage);
  const { $login, show } = openLogin({ status: 'signedOut' }, storage);
  expect($login.get().ended).toBe(true);
  show('forgot');
  expect($login.get().ended).toBe(false);
  expect(openLogin({ status: 'signedOut' }, storage).$login.get().ended).toBe(false);
  noteSessionEnded(() => storage);
  openLogin({ status: 'signedIn', userId: 'me' }, storage);
  expect(openLogin({ status: 'signedOut' }, storage).$login.get().ended).toBe(false);
});

test('signing in works where storage is forbidden', async () => {
  const forbidden = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  const { auth, control } = fakeAuth({ status: 'signedOut' });
  const environment = { ...fakeEnvironment(), storage: forbidden, auth: () => auth };
  const { $login, signIn } = createLogin(environment, PATHS);
  $login.listen(() => {});
  expect($login.get().ended).toBe(false);
  await signIn('salma@example.test', 'secret-1');
  expect(control.calls).toHaveLength(1);
  expect(environment.replaceBy).toHaveBeenCalledExactlyOnceWith('/dashboard/');
});

test('an address may ask for the forgotten-password form', () => {
  expect(openLogin().$login.get().form).toBe('signIn');
  const asked = openLogin({ status: 'signedOut' }, fakeStorage(), '?forgot');
  expect(asked.$login.get().form).toBe('forgot');
});

test('a link for a new password', async () => {
  const { $login, requestLink, control, show } = openLogin();
  show('forgot');
  await requestLink('nobody');
  expect($login.get().problem).toBe('invalidEmail');
  await requestLink(' a@example.test');
  expect(control.calls).toEqual(['link a@example.test https://example.test/set-password/']);
  expect($login.get()).toMatchObject({ sent: true, busy: false, problem: null });
});

const openSetPassword = (session: Session, hash = '') => {
  const { auth, control } = fakeAuth(session);
  const environment = fakeEnvironment('https://example.test/set-password/' + hash);
  const page = createSetPassword({ ...environment, auth: () => auth });
  page.$view.listen(() => {});
  return { ...page, control };
};

test('a new password is checked and saved', async () => {
  const { $view, save, control } = openSetPassword({ status: 'signedIn', userId: 'me' });
  await save('123456', '1234567');
  expect($view.get()).toMatchObject({ step: 'form', problem: 'mismatch' });
  control.failure = { kind: 'samePassword' };
  await save('123456', '123456');
  expect($view.get()).toMatchObject({ step: 'form', problem: { kind: 'samePassword' } });
  control.failure = null;
  await save('1234567', '1234567');
  expect($view.get()).toMatchObject({ step: 'done', problem: null });
});

test('a link is opened only on saving, and once', async () => {
  const { $view, save, control } = openSetPassword(
    { status: 'signedIn', userId: 'other' },
    '#token_hash=abc&type=invite',
  );
  expect($view.get()).toMatchObject({ step: 'form', problem: null });
  await save('123456', '1234567');
  expect(control.calls).toEqual([]);
  control.failure = { kind: 'offline' };
  await save('123456', '123456');
  expect($view.get()).toMatchObject({ step: 'form', problem: { kind: 'offline' } });
  control.failure = null;
  control.failures = { password: { kind: 'weakPassword' } };
  await save('123456', '123456');
  expect($view.get()).toMatchObject({ step: 'form', problem: { kind: 'weakPassword' } });
  control.failures = {};
  await save('1234567', '1234567');
  expect(control.calls).toEqual([
    'open invite abc',
    'open invite abc',
    'password 123456',
    'password 1234567',
  ]);
  expect($view.get().step).toBe('done');
});

test.each([
  ['#token_hash=abc&type=invite', true],
  ['#access_token=abc&refresh_token=def&type=invite', true],
  ['#token_hash=abc&type=recovery', false],
  ['', false],
])('knows a new owner’s first password: %s', (hash, isInvited) => {
  const { $view } = openSetPassword({ status: 'signedIn', userId: 'me' }, hash);
  expect($view.get().isInvited).toBe(isInvited);
});

test('a spent link says so when it is used', async () => {
  const { $view, save, control } = openSetPassword({ status: 'signedOut' }, '#token_hash=abc&type=recovery');
  control.failure = { kind: 'linkExpired' };
  await save('123456', '123456');
  expect($view.get().step).toBe('expired');
});

test('an old session is asked for the current password, and keeps the form', async () => {
  const { $view, save, control } = openSetPassword({ status: 'signedIn', userId: 'me' });
  expect($view.get().asksCurrent).toBe(false);
  control.failure = { kind: 'currentPasswordNeeded' };
  await save('123456', '123456');
  expect($view.get()).toMatchObject({ step: 'form', asksCurrent: true, busy: false });
  await save('123456', '123456', '');
  expect(control.calls).toEqual(['password 123456']);
  control.failure = { kind: 'wrongCurrentPassword' };
  await save('123456', '123456', 'old-one');
  expect($view.get()).toMatchObject({ step: 'form', asksCurrent: true });
  control.failure = null;
  await save('123456', '123456', 'secret-1');
  expect(control.calls.slice(1)).toEqual([
    'password 123456 instead of old-one',
    'password 123456 instead of secret-1',
  ]);
  expect($view.get().step).toBe('done');
});

test('an expired link is reported, even while another user is signed in', async () => {
  const used = '#error=access_denied&error_code=otp_expired';
  expect(openSetPassword({ status: 'signedIn', userId: 'other' }, used).$view.get().step).toBe('expired');
  expect(openSetPassword({ status: 'signedOut' }).$view.get().step).toBe('expired');
  const { $view, save, control } = openSetPassword({ status: 'signedIn', userId: 'me' });
  control.failure = { kind: 'sessionExpired' };
  await save('123456', '123456');
  expect($view.get().step).toBe('expired');
});

test('a session that is renewed after all leaves no word of a missing network', () => {
  const { $view, control } = openSetPassword({ status: 'unreachable', userId: 'me' });
  expect($view.get()).toMatchObject({ step: 'form', problem: { kind: 'offline' } });
  control.become({ status: 'signedIn', userId: 'me' });
  expect($view.get()).toMatchObject({ step: 'form', problem: null });
});
