import { copyText } from './clipboard.ts';
import { page, type Page } from './page.ts';

/** What stores need of the world around them, and what their tests put something else in the place of. */
export interface Environment extends Page {
  /** Keeps texts for as long as the tab lives. Where that is forbidden or full, it throws. */
  readonly storage: () => Storage;
  /** Keeps texts on this device. Where that is forbidden or full, it throws. */
  readonly lasting: () => Storage;
  /** Milliseconds since the epoch by this device, which never jump when somebody sets its clock. */
  readonly now: () => number;
  /** The page's address. */
  readonly address: () => URL;
  /** Leads to another address, with a way back. */
  readonly goTo: (address: string) => void;
  /** Leads to another page, which takes this one's place. */
  readonly replaceBy: (path: string) => void;
  /** Says something that must be confirmed. */
  readonly tell: (text: string) => void;
  /** Call it in a click's handler. Gives whether it worked. */
  readonly copyText: (text: string) => Promise<boolean>;
  /** The device's own sharing; rejects where there is none, and with an `AbortError` when the visitor closes it. */
  readonly share: (data: { title: string; url: string; files?: File[] }) => Promise<void>;
}

/** This browser. Nothing is touched before it is needed: pages are rendered where there is none. */
export const browser: Environment = {
  ...page,
  storage: () => sessionStorage,
  lasting: () => localStorage,
  now: () => performance.timeOrigin + performance.now(),
  address: () => new URL(location.href),
  goTo: (address) => location.assign(address),
  replaceBy: (path) => location.replace(path),
  tell: (text) => alert(text),
  copyText,
  // Plain http has no sharing: the call then throws, which an async function turns into a rejection.
  share: async (data) => navigator.share(data),
};
