import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createLimiter } from '../limits.ts';

const FIVE_MINUTES = 5 * 60;
const HOUR = 60 * 60;

/** https://supabase.com/docs/guides/auth/rate-limits: what an address may do in five minutes on hosted Supabase. */
export const REFRESHES = { points: 150, duration: FIVE_MINUTES };
export const VERIFICATIONS = { points: 30, duration: FIVE_MINUTES };
/** Reading one's account, changing it, and signing out. */
export const ACCOUNT_REQUESTS = { points: 300, duration: FIVE_MINUTES };
/** Hosted Supabase counts right passwords too; a venue's network is often one address to us, and theirs are many. */
const WRONG_PASSWORDS = { points: 30, duration: FIVE_MINUTES };
const PASSWORDS = { points: 150, duration: FIVE_MINUTES };
/** One account, tried from one address. It takes five of them to reach the account's own limit. */
const WRONG_FOR_ACCOUNT_HERE = [
  { points: 10, duration: FIVE_MINUTES },
  { points: 20, duration: HOUR },
] as const;
/**
 * One account, tried from everywhere except where its owner has signed in since the server started. Strangers at five
 * addresses can close it to other places for an hour: a mail's link opens it there.
 */
const WRONG_FOR_ACCOUNT = { points: 100, duration: HOUR };

export const MAILS_FOR_ADDRESS = { points: 10, duration: HOUR };
/** The last link outlives the hour in which no further mail goes out. */
export const MAILS_FOR_ACCOUNT = [
  { points: 1, duration: 60 },
  { points: 5, duration: HOUR },
] as const;

/** Places where owners signed in that are remembered; the oldest is forgotten first. */
const MAX_FAMILIAR = 1000;
/** After a wrong password the hashing pauses, so that guesses from many addresses leave saves their share of the machine. */
const COOL_DOWN_MILLIS = 150;

export const coolDown = (): Promise<void> => setTimeout(COOL_DOWN_MILLIS, undefined, { ref: false });

/** What stands for an account in a limiter: of one length, however long an address somebody sends. */
export const accountKey = (email: string): string => createHash('sha256').update(email).digest('base64url');

/**
 * Counts wrong passwords: `check` gives null for one. Throws a 429 without asking it when there were too many. Keys made
 * of what a stranger sends are bounded by the address' own limit, which comes first: 30 in five minutes.
 */
export const createGuesses = () => {
  const passwords = createLimiter(PASSWORDS);
  const wrong = createLimiter(WRONG_PASSWORDS);
  const wrongHere = WRONG_FOR_ACCOUNT_HERE.map(createLimiter);
  const wrongAnywhere = createLimiter(WRONG_FOR_ACCOUNT);
  const familiar = new Set<string>();

  return async <T>(address: string, email: string, check: () => Promise<T | null>): Promise<T | null> => {
    const account = accountKey(email);
    const here = `${account} ${address}`;
    await passwords.take(address);
    await wrong.take(address);
    for (const limiter of wrongHere) await limiter.take(here);
    if (!familiar.has(here)) await wrongAnywhere.take(account);
    const right = await check();
    if (right === null) return null;
    await wrong.giveBack(address);
    for (const limiter of wrongHere) await limiter.forget(here);
    await wrongAnywhere.forget(account);
    familiar.delete(here);
    familiar.add(here);
    for (const oldest of familiar) {
      if (familiar.size <= MAX_FAMILIAR) break;
      familiar.delete(oldest);
    }
    return right;
  };
};
