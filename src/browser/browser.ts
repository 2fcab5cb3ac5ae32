import { copyText } from './clipboard.ts';
import { page, type Page } from './page.ts';

/** The outside world as needed by stores; tests replace it. */
export interface Environment extends Page {
  /** Session storage. Throws if blocked; writes throw if full. */
  readonly storage: () => Storage;
  /** Local storage. Throws if blocked; writes throw if full. */
  readonly lasting: () => Storage;
  /** Device time, in milliseconds since the epoch; doesn't jump when the device's clock is set. */
  readonly now: () => number;
  /** The page's address. */
  readonly address: () => URL;
  /** Goes to another address, adding to the history. */
  readonly goTo: (address: string) => void;
  /** Goes to another page, replacing this one in the history. */
  readonly replaceBy: (path: string) => void;
  /** Fetches a file of the site; rejects if it can't be loaded. */
  readonly fetchJson: (address: string) => Promise<unknown>;
  /** Shows an alert. */
  readonly tell: (text: string) => void;
  /** Call it in a click handler. Resolves to whether it worked. */
  readonly copyText: (text: string) => Promise<boolean>;
  /** The device's share dialog; rejects if there is none, and with an `AbortError` if the visitor closes it. */
  readonly share: (data: { title: string; url: string; files?: File[] }) => Promise<void>;
}

/** This browser. Everything is accessed lazily, because pages are prerendered without one. */
export const browser: Environment = {
  ...page,
  storage: () => sessionStorage,
  lasting: () => localStorage,
  now: () => performance.timeOrigin + performance.now(),
  address: () => new URL(location.href),
  goTo: (address) => location.assign(address),
  replaceBy: (path) => location.replace(path),
  fetchJson: async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    return answer.json() as Promise<unknown>;
  },
  tell: (text) => alert(text),
  copyText,
  // Over plain http the method is missing: the call throws, and async turns that into a rejection.
  share: async (data) => navigator.share(data),
};
