import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { AuthBackend, Session } from '../../src/backend/contract.ts';
import { PASSWORD_MIN_LENGTH } from '../../src/config/limits.ts';
import { mailLinkIn, type MailLink } from '../../src/core/account/credentials.ts';
import { startEmbedded, type Embedded } from './embedded.ts';
import { kindOf } from './kind-of.ts';

/** What stores may expect of `AuthBackend`. */

interface World {
  readonly auth: AuthBackend;
  readonly account: { readonly email: string; readonly password: string };
  /** An unopened link that was mailed to the account. */
  readonly mailLink: () => Promise<MailLink>;
  /** Ends every connection and lets none through. */
  readonly cut: () => void;
}

let embedded: Embedded;

const open = async (): Promise<World> => {
  const { auth, server, network, mails } = embedded;
  const account = await embedded.addOwner();
  await auth.dropSession();
  return {
    auth,
    account,
    mailLink: async () => {
      await auth.requestPasswordLink(account.email, `${server.origin}/set-password/`);
      const find = () => mails.find((mail) => mail.includes(account.email));
      await expect.poll(find).toBeDefined();
      const { hash } = new URL(/http\S+/.exec(find() ?? '')?.[0] ?? '');
      return mailLinkIn(hash) ?? expect.unreachable('the mail has no link');
    },
    cut: () => {
      network.cut();
      onTestFinished(network.restore);
    },
  };
};

describe('Auth', () => {
  beforeAll(async () => {
    embedded = await startEmbedded();
  });
  afterAll(() => embedded.close());

  let world: World;
  let sessions: Session[];
  let stop: () => void;
  beforeEach(async () => {
    world = await open();
    sessions = [];
    stop = world.auth.watch((session) => sessions.push(session));
    onTestFinished(stop);
    await expect.poll(() => sessions.at(-1)).toEqual({ status: 'signedOut' });
  });

  const signIn = (password = world.account.password) => world.auth.signIn(world.account.email, password);
  const becomes = (status: Session['status']) => expect.poll(() => sessions.at(-1)?.status).toBe(status);

  test('a watcher is told of sign-ins and sign-outs until it stops', async () => {
    await signIn();
    await becomes('signedIn');
    expect(sessions.at(-1)).toEqual({ status: 'signedIn', userId: expect.any(String) as string });
    await world.auth.signOut();
    await becomes('signedOut');
    stop();
    const count = sessions.length;
    await signIn();
    expect(sessions).toHaveLength(count);
  });

  test('a later watcher is told of the existing session', async () => {
    await signIn();
    const late: Session[] = [];
    onTestFinished(world.auth.watch((session) => late.push(session)));
    await becomes('signedIn');
    await expect.poll(() => late.at(-1)).toEqual(sessions.at(-1));
  });

  test('a wrong password or unknown address can’t sign in', async () => {
    expect(await kindOf(signIn('wrong-one'))).toBe('wrongCredentials');
    expect(await kindOf(world.auth.signIn('nobody@example.test', 'wrong-one'))).toBe('wrongCredentials');
    await signIn();
    await becomes('signedIn');
    expect(sessions.map(({ status }) => status)).not.toContain('unreachable');
  });

  test('a session can be dropped, and signing out of none is no failure', async () => {
    await signIn();
    await becomes('signedIn');
    await world.auth.dropSession();
    await becomes('signedOut');
    await world.auth.signOut();
    expect(sessions.at(-1)).toEqual({ status: 'signedOut' });
  });

  test('asking for a link does not tell whether there is an account', async () => {
    for (const email of [world.account.email, 'nobody@example.test', world.account.email]) {
      const asked = world.auth.requestPasswordLink(email, 'http://localhost/set-password/');
      await expect(asked).resolves.toBeUndefined();
    }
  });

  test('a mailed link signs in once', async () => {
    const link = await world.mailLink();
    expect(await kindOf(world.auth.openLink({ ...link, token: '0'.repeat(64) }))).toBe('linkExpired');
    await world.auth.openLink(link);
    await becomes('signedIn');
    await world.auth.dropSession();
    await becomes('signedOut');
    expect(await kindOf(world.auth.openLink(link))).toBe('linkExpired');
  });

  test('a new password takes the place of the old one', async () => {
    await signIn();
    await world.auth.setPassword('another-1');
    await world.auth.setPassword('another-2', 'another-1');
    expect(await kindOf(world.auth.setPassword('another-3', 'another-1'))).toBe('wrongCurrentPassword');
    await world.auth.signOut();
    expect(await kindOf(signIn())).toBe('wrongCredentials');
    await signIn('another-2');
    await becomes('signedIn');
  });

  test('a password may be as short as the form allows, and no shorter, and has to be new', async () => {
    await signIn();
    const shortest = 'x'.repeat(PASSWORD_MIN_LENGTH);
    expect(await kindOf(world.auth.setPassword(shortest.slice(1)))).toBe('weakPassword');
    expect(await kindOf(world.auth.setPassword(world.account.password))).toBe('samePassword');
    await world.auth.setPassword(shortest);
    await world.auth.signOut();
    await signIn(shortest);
    await becomes('signedIn');
  });

  test('without a session there is no password to change', async () => {
    expect(await kindOf(world.auth.setPassword('another-1'))).toBe('sessionExpired');
  });

  test('while the network is down everything fails as offline, and the session stays', async () => {
    await signIn();
    await becomes('signedIn');
    world.cut();
    const requests = [
      signIn(),
      world.auth.signOut(),
      world.auth.requestPasswordLink(world.account.email, 'http://localhost/set-password/'),
      world.auth.openLink({ token: '0'.repeat(64), type: 'recovery' }),
      world.auth.setPassword('another-1'),
    ];
    expect(await Promise.all(requests.map(kindOf))).toEqual(requests.map(() => 'offline'));
    expect(sessions.at(-1)?.status).toBe('signedIn');
    await world.auth.dropSession();
    await becomes('signedOut');
  });
});
