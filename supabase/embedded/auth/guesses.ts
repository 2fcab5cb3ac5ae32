import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createLimiter } from '../http/limits.ts';

const FIVE_MINUTES = 5 * 60;
const HOUR = 60 * 60;

/** Hosted Supabase's limits per address in five minutes: https://supabase.com/docs/guides/auth/rate-limits */
export const REFRESHES = { points: 150, duration: FIVE_MINUTES };
export const VERIFICATIONS = { points: 30, duration: FIVE_MINUTES };
/** Reading or changing one's account, and signing out. */
export const ACCOUNT_REQUESTS = { points: 300, duration: FIVE_MINUTES };
/** Hosted Supabase counts correct passwords too; but a venue's whole network is often one address to us. */
const WRONG_PASSWORDS = { points: 30, duration: FIVE_MINUTES };
const PASSWORDS = { points: 150, duration: FIVE_MINUTES };
/** One account from one address. Reaching the account's own limit takes five addresses. */
const WRONG_FOR_ACCOUNT_HERE = [
  { points: 10, duration: FIVE_MINUTES },
  { points: 20, duration: HOUR },
] as const;
/**
 * One account from anywhere, except where its owner has signed in since the server started. Strangers at five addresses
 * can lock it elsewhere for an hour; a mailed link still opens it.
 */
const WRONG_FOR_ACCOUNT = { points: 100, duration: HOUR };

export const MAILS_FOR_ADDRESS = { points: 10, duration: HOUR };
/** The last link outlives the hour during which no more mails are sent. */
export const MAILS_FOR_ACCOUNT = [
  { points: 1, duration: 60 },
  { points: 5, duration: HOUR },
] as const;

/** Places remembered where owners signed in; oldest dropped first. */
const MAX_FAMILIAR = 1000;
/** Pause after a wrong password, so guesses from many addresses leave processor time for saves. */
const COOL_DOWN_MILLIS = 150;

export const coolDown = (): Promise<void> => setTimeout(COOL_DOWN_MILLIS, undefined, { ref: false });

/** An account's key in a limiter: fixed length, however long the address sent. */
export const accountKey = (email: string): string => createHash('sha256').update(email).digest('base64url');

/**
 * Counts wrong passwords, for which `check` returns null. Throws a 429 without calling it after too many. The number of
 * keys a stranger can create is bounded by the address limit, checked first: 30 in five minutes.
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
