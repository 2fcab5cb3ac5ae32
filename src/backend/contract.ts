import type { BoardChanges } from '../core/overlay/draft.ts';
import type { MailLink } from '../core/account/credentials.ts';
import type { OverlayAnswer, Board } from '../core/overlay/board.ts';

/** What stores need of the backend. Every promise rejects with a `BackendError`, and with nothing else. */

export interface OverlayListener {
  /** The channel is joined: changes arrive from now on. Called at most once. */
  readonly joined: () => void;
  readonly changed: (board: Board) => void;
  /** The connection is over, for whatever reason. Called at most once, and never after closing. */
  readonly lost: () => void;
}

export interface ViewerBackend {
  /** An overlay by token or id; null when there is none. */
  readonly getOverlay: (key: string) => Promise<OverlayAnswer | null>;
  /** Opens one connection to a topic, which is not retried. Gives a function that closes it. */
  readonly listen: (topic: string, listener: OverlayListener) => () => void;
}

export type ClockAction = 'start' | 'stop' | 'reset';

export interface ScorerBackend extends ViewerBackend {
  /** The signed-in owner's overlay, made on the first call. */
  readonly ensureOverlay: () => Promise<{ id: string; token: string }>;
  /** Writes only the fields given. Gives the whole new board. */
  readonly saveBoard: (token: string, changes: BoardChanges) => Promise<Board>;
  readonly moveClock: (token: string, action: ClockAction) => Promise<Board>;
}

export type Session =
  | { readonly status: 'unknown' }
  /** There is a session, but it has run out and the network doesn't let it be renewed. */
  | { readonly status: 'unreachable' }
  | { readonly status: 'signedOut' }
  | { readonly status: 'signedIn'; readonly userId: string };

export interface AuthBackend {
  /** Calls back with the session now, as soon as it is known, and on every change in any tab. */
  readonly watch: (changed: (session: Session) => void) => () => void;
  readonly signIn: (email: string, password: string) => Promise<void>;
  /** Signs this device out. When the server can't be told, it fails and the session stays. */
  readonly signOut: () => Promise<void>;
  /** Forgets a session that the server no longer takes. Never fails. */
  readonly dropSession: () => Promise<void>;
  /** Sends a mail with a link to `redirectTo`, if the account exists. */
  readonly requestPasswordLink: (email: string, redirectTo: string) => Promise<void>;
  /** Signs in by a mail's link, which is of no use afterwards. */
  readonly openLink: (link: MailLink) => Promise<void>;
  /** An old session needs the current password too. */
  readonly setPassword: (password: string, current?: string) => Promise<void>;
}
