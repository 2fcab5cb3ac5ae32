import type { MailLink } from '../core/account/credentials.ts';
import type {
  Appended,
  LogPage,
  MatchRecord,
  Screens,
  SentAction,
  SentBoard,
} from '../core/match/protocol.ts';
import type { OverlayAnswer, Board } from '../core/overlay/board.ts';
import type { Sponsor } from '../core/overlay/dressing.ts';
import type { Body } from '../core/rules/read.ts';
import type { TelevisionAnswer } from '../core/follow/television.ts';

export type { Appended, LogPage, MatchRecord, Screens, SentAction, SentBoard };

/** What stores need of the backend. Every promise rejects with a `BackendError`, and with nothing else. */

export interface OverlayListener {
  /** The channel is joined: changes arrive from now on. Called at most once. */
  readonly joined: () => void;
  readonly changed: (board: Board) => void;
  /** What the venue puts around the board is another: it comes with what is fetched. */
  readonly dressed: () => void;
  /** The link was replaced: there is nothing behind it any more. Called at most once, and nothing after it. */
  readonly gone: () => void;
  /** The connection is over, for whatever reason. Called at most once, and never after closing. */
  readonly lost: () => void;
}

/** What a screen says of itself when it asks: that it is there, and which revision it shows. */
export interface Showing {
  /** Made by the screen at random: 8 to 40 letters, digits and hyphens. */
  readonly screen: string;
  readonly rev: number;
}

export interface ViewerBackend {
  /**
   * An overlay by its token, or by its id; null when there is none. Once its link was replaced, an id is known to those
   * who score the table alone.
   */
  readonly getOverlay: (key: string, showing?: Showing) => Promise<OverlayAnswer | null>;
  /** Opens one connection to a topic, which is not retried. Gives a function that closes it. */
  readonly listen: (topic: string, listener: OverlayListener) => () => void;
}

export type Session =
  | { readonly status: 'unknown' }
  /**
   * There is a session, but it has run out and the network doesn't let it be renewed, or hasn't so far. Whose it is, is
   * null when this browser doesn't say.
   */
  | { readonly status: 'unreachable'; readonly userId: string | null }
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

export interface NewMatch {
  readonly overlayId: string;
  /** The current match as this device knows it; with another one, the answer is stale. */
  readonly expected: string;
  /** Made by this device. */
  readonly match: string;
  readonly game: string;
  readonly rules: number;
  readonly start: Body;
  readonly board: SentBoard;
  readonly agoMillis: number;
}

/** What scoring needs, as an owner or through a scorer link. */
export interface MatchBackend extends ViewerBackend {
  /** `afterSeq` is the last entry that this device has; null for actions of clocks, which no order refuses. */
  readonly appendActions: (
    match: string,
    afterSeq: number | null,
    actions: readonly SentAction[],
    board: SentBoard | null,
  ) => Promise<Appended>;
  readonly beginMatch: (begun: NewMatch) => Promise<Appended>;
  /** Takes back the beginning of the current match: the one before it goes on. */
  readonly resumeMatch: (overlayId: string, expected: string, match: string) => Promise<Appended>;
  /** At most 500 entries. */
  readonly getLog: (match: string, afterSeq: number) => Promise<LogPage>;
}

/** A table of the signed-in owner. */
export interface Table {
  readonly id: string;
  /** The token of its overlay link. */
  readonly token: string;
  readonly title: string;
  readonly archived: boolean;
  readonly board: Board;
  readonly match: Pick<MatchRecord, 'id' | 'number' | 'game' | 'seq' | 'startedAtMillis' | 'endedAtMillis'>;
  readonly screens: Screens;
  /** When anything was scored last; null when nothing was in this match. */
  readonly scoredAtMillis: number | null;
}

/** An address with which somebody without an account scores one table. Its secret is shown once. */
export interface ScorerLink {
  readonly id: string;
  readonly label: string;
  readonly createdAtMillis: number;
  readonly endsAtMillis: number | null;
  readonly lastUsedAtMillis: number | null;
  readonly revoked: boolean;
}

export interface TablesBackend {
  /** Archived ones too, in the owner's order; made on the first call when there is none. */
  readonly listTables: () => Promise<{ readonly tables: readonly Table[]; readonly serverMillis: number }>;
  readonly addTable: (title: string) => Promise<string>;
  readonly renameTable: (id: string, title: string) => Promise<void>;
  /** The order that is wanted; tables that it doesn't name come after them, as they stood. */
  readonly orderTables: (ids: readonly string[]) => Promise<void>;
  readonly archiveTable: (id: string, archived: boolean) => Promise<void>;
  /** Gives the new token; the old link is dark from then on. */
  readonly replaceOverlayLink: (id: string) => Promise<string>;
  readonly listScorerLinks: (tableId: string) => Promise<readonly ScorerLink[]>;
  /** Gives the new link's secret, which nobody can read again. */
  readonly addScorerLink: (
    tableId: string,
    label: string,
    endsAtMillis: number | null,
  ) => Promise<{ readonly id: string; readonly secret: string }>;
  readonly revokeScorerLink: (id: string) => Promise<void>;
}

/** A picture of a table: of its TV, uploaded, or drawn from its board. */
export interface Picture {
  readonly id: string;
  readonly source: 'upload' | 'board';
  readonly capturedAtMillis: number;
}

export interface PicturedTable {
  /** Null for one that nothing is scored at: another version's uploads are kept under its match id alone. */
  readonly tableId: string | null;
  /** Names it in its public page's address. */
  readonly matchId: string;
  /** What names it among the venue's. */
  readonly board: string;
  readonly title: string;
  readonly archived: boolean;
  /** Without an id it is yet to be drawn: the snapshot service does that when it is asked. */
  readonly latest: (Omit<Picture, 'id'> & { readonly id: string | null }) | null;
  readonly uploadedAtMillis: number | null;
}

/** With its secret a camera sends pictures of the venue's tables, and can do nothing else. */
export interface UploadKey {
  readonly id: string;
  readonly label: string;
  readonly createdAtMillis: number;
  readonly lastUsedAtMillis: number | null;
  readonly revoked: boolean;
}

export interface FailedUpload {
  readonly matchId: string;
  readonly atMillis: number;
  /** One of `UPLOAD_PROBLEMS`, or what a newer server says. */
  readonly reason: string;
  readonly keyLabel: string;
}

export interface VenuePictures {
  /** Names the venue in its public pages' addresses. */
  readonly slug: string;
  readonly isPublic: boolean;
  readonly keepDays: number;
  /** The newest first, revoked ones too. */
  readonly keys: readonly UploadKey[];
  /** Archived ones too, in the owner's order. */
  readonly tables: readonly PicturedTable[];
  /** The newest first. */
  readonly failures: readonly FailedUpload[];
}

export interface PicturesBackend {
  readonly getVenue: () => Promise<VenuePictures>;
  /** What isn't named stays. */
  readonly updateVenue: (change: {
    readonly isPublic?: boolean;
    readonly keepDays?: number;
  }) => Promise<void>;
  /** Gives the new key's secret, which nobody can read again. */
  readonly addUploadKey: (label: string) => Promise<{ readonly id: string; readonly secret: string }>;
  readonly revokeUploadKey: (id: string) => Promise<void>;
}

/** Whom a venue knows. */
export interface Player {
  readonly id: string;
  readonly name: string;
  /** Two letters of ISO 3166-1, in upper case. */
  readonly flag: string | null;
  /** A mark's id. */
  readonly picture: string | null;
}

export interface VenueSponsor extends Sponsor {
  readonly id: string;
  readonly shown: boolean;
}

export interface VenueDressing {
  /** By their names. */
  readonly players: readonly Player[];
  /** Hidden ones too, in the owner's order. */
  readonly sponsors: readonly VenueSponsor[];
}

export type MarkKind = 'logo' | 'portrait';

/** What became of a picture that was sent: its id, or why it isn't taken. */
export type SentMark =
  | { readonly status: 'taken'; readonly id: string }
  /** One of `MARK_PROBLEMS`, or what a newer server says. */
  | { readonly status: 'refused'; readonly reason: string };

export interface DressingBackend {
  readonly getDressing: () => Promise<VenueDressing>;
  /** Without an id a new one. Gives the id. */
  readonly savePlayer: (player: Omit<Player, 'id'>, id: string | null) => Promise<string>;
  readonly removePlayer: (id: string) => Promise<void>;
  /** Without an id a new one, after the others. Gives the id. */
  readonly saveSponsor: (sponsor: Omit<VenueSponsor, 'id'>, id: string | null) => Promise<string>;
  /** The order that is wanted; sponsors that it doesn't name come after them, as they stood. */
  readonly orderSponsors: (ids: readonly string[]) => Promise<void>;
  readonly removeSponsor: (id: string) => Promise<void>;
  /** A picture that nobody gets within an hour is removed. */
  readonly sendMark: (kind: MarkKind, picture: Blob) => Promise<SentMark>;
}

/** What a scorer link opens. */
export interface OpenedLink {
  readonly linkId: string;
  readonly overlayId: string;
  readonly token: string;
  readonly title: string;
  /** The current match. */
  readonly match: string;
}

export interface TelevisionListener {
  /** The channel is joined: changes are told from now on. Called at most once. */
  readonly joined: () => void;
  /** What the television is to show may be something else. */
  readonly changed: () => void;
  /** The connection is over, for whatever reason. Called at most once, and never after closing. */
  readonly lost: () => void;
}

/** What a television needs to be paired and to learn what it shows. Its secret is 32 to 64 letters and digits of its own. */
export interface TelevisionBackend {
  readonly askTelevision: (secret: string) => Promise<TelevisionAnswer>;
  /** Asks for a code, also for another one when the last is about to end. */
  readonly beginPairing: (secret: string) => Promise<TelevisionAnswer>;
  /** Opens one connection to a topic, which is not retried. Gives a function that closes it. */
  readonly listenTelevision: (topic: string, listener: TelevisionListener) => () => void;
}

/** What an owner decides about a television. */
export interface TelevisionSetting {
  readonly title: string;
  /** Null for all tables. */
  readonly tableId: string | null;
  /** Its look, as the query of an address. */
  readonly query: string;
}

/** A paired screen of the signed-in owner's venue. */
export interface PairedTelevision extends TelevisionSetting {
  readonly id: string;
  readonly pairedAtMillis: number;
  /** When it asked last, to half a minute. */
  readonly seenAtMillis: number;
}

/**
 * What became of a code: no screen shows it, or no longer; too many wrong ones in ten minutes; the venue has all the
 * televisions that it may have.
 */
export const PAIRING_OUTCOMES = ['paired', 'wrong', 'expired', 'tooMany', 'full'] as const;
export type PairingOutcome = (typeof PAIRING_OUTCOMES)[number];

export interface TelevisionsBackend {
  /** In the order in which they were paired. */
  readonly listTelevisions: () => Promise<{
    readonly televisions: readonly PairedTelevision[];
    readonly serverMillis: number;
  }>;
  readonly pairTelevision: (code: string, setting: TelevisionSetting) => Promise<PairingOutcome>;
  readonly updateTelevision: (id: string, setting: TelevisionSetting) => Promise<void>;
  readonly unpairTelevision: (id: string) => Promise<void>;
}
