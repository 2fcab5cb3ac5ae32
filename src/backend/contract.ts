import type { MarkKind } from '../core/branding/mark.ts';
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
import type { Face, Sponsor } from '../core/branding/branding.ts';
import type { FullResult, Result, ResultCorrection, ResultState } from '../core/results/result.ts';
import type { FoundPlayer, HeadToHead, PlayerRecord, MergeOutcome } from '../core/results/player.ts';
import type { Report } from '../core/results/report.ts';
import type { Body } from '../rules/read.ts';
import type { TableFacts } from '../core/room/table-state.ts';
import type { Trouble } from '../core/site/health.ts';
import type { CodeProblem, PairedKind, PairingOutcome } from '../core/devices/pairing.ts';
import type { DeviceAnswer, DeviceRole } from '../core/devices/follow-device.ts';
import type { Programme } from '../core/television/programme.ts';
import type { TelevisionAnswer } from '../core/television/follow-television.ts';
import type { Doer, Op, OpOutcome, OpResult, WaitingList } from '../core/room/list.ts';
import type { Fact, NewFact, Played } from '../core/tournament/facts.ts';
import type { TableKind } from '../rules/table-kind.ts';
import type { Database } from './database.types.ts';

export type { Appended, LogPage, MatchRecord, Screens, SentAction, SentBoard };

/** The backend as needed by stores. Promises only ever reject with a `BackendError`. */

export interface OverlayListener {
  /** The channel has joined: changes arrive from now on. Called at most once. */
  readonly joined: () => void;
  readonly changed: (board: Board) => void;
  /** The faces or sponsors changed: fetch the overlay to get them. */
  readonly branding: () => void;
  /** Other parties play or are called at the table: those who score it fetch the overlay to get its facts. */
  readonly seats: () => void;
  /** The table's scoring permissions changed. Every listener is told this, without details. */
  readonly rights: () => void;
  /** The link was replaced and no longer works. Called at most once, and last. */
  readonly gone: () => void;
  /** The connection ended, for any reason. Called at most once, and never after closing. */
  readonly lost: () => void;
}

/** Sent by a screen with each request: its id and the revision it shows, null before its first board. */
export interface Showing {
  /** Chosen by the screen at random: 8 to 40 letters, digits and hyphens. */
  readonly screen: string;
  readonly rev: number | null;
}

export interface ViewerBackend {
  /**
   * Gets an overlay by its token or id; null if there is none. Once a link has been replaced, the id works only for
   * those who may score the table.
   */
  readonly getOverlay: (key: string, showing?: Showing) => Promise<OverlayAnswer | null>;
  /** Opens one connection to a topic, which is not retried. Returns a function that closes it. */
  readonly listen: (topic: string, listener: OverlayListener) => () => void;
}

export type Session =
  | { readonly status: 'unknown' }
  /**
   * There is a session, but it has expired and couldn't be renewed yet for lack of a network. `userId` is null if this
   * browser doesn't know it.
   */
  | { readonly status: 'unreachable'; readonly userId: string | null }
  | { readonly status: 'signedOut' }
  | { readonly status: 'signedIn'; readonly userId: string };

export interface AuthBackend {
  /**
   * Calls back with the current session once it is known, and on every change in any tab. Returns a function that
   * stops.
   */
  readonly watch: (changed: (session: Session) => void) => () => void;
  readonly signIn: (email: string, password: string) => Promise<void>;
  /** Signs this device out. If the server can't be reached, it fails and the session stays. */
  readonly signOut: () => Promise<void>;
  /** Forgets a session that the server no longer accepts. Never fails. */
  readonly dropSession: () => Promise<void>;
  /** Sends an e-mail with a link to `redirectTo` if the account exists. */
  readonly requestPasswordLink: (email: string, redirectTo: string) => Promise<void>;
  /** Signs in with an e-mailed link, which works only once. */
  readonly openLink: (link: MailLink) => Promise<void>;
  /** An old session also needs the current password. */
  readonly setPassword: (password: string, current?: string) => Promise<void>;
}

export interface BegunMatch {
  readonly tableId: string;
  /** The current match, as far as this device knows; if it is a different one, the answer is stale. */
  readonly expected: string;
  /** Chosen by this device. */
  readonly match: string;
  readonly game: string;
  readonly rules: number;
  readonly start: Body;
  readonly board: SentBoard;
  readonly agoMillis: number;
}

/** The backend for scoring, for an owner or through a scorer link. */
export interface MatchBackend extends ViewerBackend {
  /** `afterSeq` is the last entry that this device has; null for clock actions, which are never stale. */
  readonly appendActions: (
    match: string,
    afterSeq: number | null,
    actions: readonly SentAction[],
    board: SentBoard | null,
  ) => Promise<Appended>;
  readonly beginMatch: (begun: BegunMatch) => Promise<Appended>;
  /** Undoes the start of the current match: the previous one resumes. */
  readonly resumeMatch: (tableId: string, expected: string, match: string) => Promise<Appended>;
  /** Gets at most 500 entries. */
  readonly getLog: (match: string, afterSeq: number) => Promise<LogPage>;
}

/** A table's kind, and whether it is out of use. */
export interface TableSetting {
  readonly kind: TableKind;
  readonly outOfUse: boolean;
}

/** A table of the signed-in owner. */
export interface Table {
  readonly id: string;
  /** The token in its overlay link. */
  readonly token: string;
  readonly title: string;
  readonly archived: boolean;
  readonly kind: TableKind;
  readonly facts: TableFacts;
  readonly board: Board;
  readonly match: Pick<MatchRecord, 'id' | 'number' | 'game' | 'seq' | 'startedAtMillis' | 'endedAtMillis'>;
  readonly screens: Screens;
  /** When a page that scores it last fetched its board; null if never. */
  readonly scorerSeenAtMillis: number | null;
}

/** A scorer link's user: a person, a program with a machine key, or a button that makes one move. */
export type LinkUse =
  | { readonly kind: 'scorer' | 'machine' }
  | { readonly kind: 'button'; readonly move: string; readonly fields: Body };

/** A link for scoring one table without an account. Its secret is shown only once. */
export type ScorerLink = LinkUse & {
  readonly id: string;
  readonly label: string;
  readonly createdAtMillis: number;
  readonly endsAtMillis: number | null;
  readonly lastUsedAtMillis: number | null;
  readonly revoked: boolean;
};

/** The health of the server with the venue's data. */
export interface Health {
  readonly troubles: readonly Trouble[];
  readonly version: string;
  /** On the disk with the data. */
  readonly freeBytes: number;
  /** When the newest backup was made, null before the first; null if backups are off. */
  readonly copy: { readonly lastMillis: number | null } | null;
  /** The same for the second place; null if none is configured. */
  readonly second: { readonly lastMillis: number | null } | null;
}

export interface HealthBackend {
  /** Null for a hosted project, whose provider runs the server. */
  readonly getHealth: () => Promise<Health | null>;
}

/** An action that needs permission, named after its database function. */
export type Act = keyof Database['public']['Functions'];

/** The caller's permissions. */
export type May = Pick<ReadonlySet<Act>, 'has'>;

export interface TablesBackend {
  /**
   * All tables in the owner's order, and the caller's permissions. Includes archived tables if the caller may restore
   * them. An owner's first call creates a table if there is none.
   */
  readonly listTables: () => Promise<{
    readonly tables: readonly Table[];
    readonly may: readonly Act[];
    readonly venue: NamedVenue;
    readonly serverMillis: number;
  }>;
  readonly addTable: (title: string, kind?: TableKind) => Promise<string>;
  readonly renameTable: (id: string, title: string) => Promise<void>;
  /** Sets the order; tables not named come last, in their existing order. */
  readonly orderTables: (ids: readonly string[]) => Promise<void>;
  readonly archiveTable: (id: string, archived: boolean) => Promise<void>;
  /** Omitted fields stay as they are. */
  readonly setTable: (id: string, change: Partial<TableSetting>) => Promise<void>;
  /** Returns the new token; the old link stops working at once. */
  readonly replaceOverlayLink: (id: string) => Promise<string>;
  readonly listScorerLinks: (tableId: string) => Promise<readonly ScorerLink[]>;
  /** Returns the new link's secret, which can't be read again. */
  readonly addScorerLink: (
    tableId: string,
    label: string,
    endsAtMillis: number | null,
    use: LinkUse,
  ) => Promise<{ readonly id: string; readonly secret: string }>;
  readonly revokeScorerLink: (id: string) => Promise<void>;
}

/** A picture of a table: an uploaded photo, or drawn from its board. */
export interface Picture {
  readonly id: string;
  readonly source: 'upload' | 'board';
  readonly capturedAtMillis: number;
}

export interface PicturedTable {
  /** Null if only a match id is known, without a table behind it. */
  readonly tableId: string | null;
  /** Identifies it in its public page's address. */
  readonly matchId: string;
  /** Identifies it among the venue's tables. */
  readonly board: string;
  readonly title: string;
  readonly archived: boolean;
  /** A null id means that it isn't drawn yet: the snapshot service draws it on request. */
  readonly latest: (Omit<Picture, 'id'> & { readonly id: string | null }) | null;
  readonly uploadedAtMillis: number | null;
}

/** With its secret, a camera can send pictures of the venue's tables, and nothing else. */
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
  /** One of `UPLOAD_PROBLEMS`, or a code from a newer server. */
  readonly reason: string;
  readonly keyLabel: string;
}

/** A venue's time zone and closing hour. */
export interface VenueTime {
  /** The IANA name of its time zone. */
  readonly timeZone: string;
  /** The hour at which one of its days ends and the next begins: 0 to 12. */
  readonly closingHour: number;
}

/** A venue as described in lists of its tables. */
export interface NamedVenue extends VenueTime {
  /** Its name on screens and public pages; empty until it is set. */
  readonly title: string;
}

export interface VenueSettings extends NamedVenue {
  readonly isPublic: boolean;
  /** How long its pictures are kept. */
  readonly keepDays: number;
  /** How long the logs of its matches are kept; 0 for ever. */
  readonly keepLogDays: number;
  /** Whether its tables' public pages show boards and results as text. */
  readonly showsLive: boolean;
  /** Whether these shorten last names. */
  readonly shortensNames: boolean;
  /** Whether screens and boards show the waiting list's names in full. */
  readonly fullNames: boolean;
}

export interface VenuePictures extends VenueSettings {
  /** Identifies the venue in its public pages' addresses. */
  readonly slug: string;
  /** Newest first, including revoked ones. */
  readonly keys: readonly UploadKey[];
  /** Including archived ones, in the owner's order. */
  readonly tables: readonly PicturedTable[];
  /** Newest first. */
  readonly failures: readonly FailedUpload[];
}

export interface PicturesBackend {
  readonly getVenue: () => Promise<VenuePictures>;
  /** Omitted fields stay as they are. */
  readonly updateVenue: (change: Partial<VenueSettings>) => Promise<void>;
  /** Returns the new key's secret, which can't be read again. */
  readonly addUploadKey: (label: string) => Promise<{ readonly id: string; readonly secret: string }>;
  readonly revokeUploadKey: (id: string) => Promise<void>;
}

/** A player known to the venue. */
export interface Player extends Face {
  readonly id: string;
  /** Whether it is hidden from lists. Boards and results still show the name. */
  readonly hidden: boolean;
}

export interface VenueSponsor extends Sponsor {
  readonly id: string;
  readonly shown: boolean;
}

export interface VenueBranding {
  /** Sorted by name, hidden ones included. */
  readonly players: readonly Player[];
  /** The names of others who played in the last month, the latest first. */
  readonly recent: readonly string[];
  /** Including hidden ones, in the owner's order. */
  readonly sponsors: readonly VenueSponsor[];
}

/** The result of sending a picture: its id, or why it was refused. */
export type SentMark =
  | { readonly status: 'taken'; readonly id: string }
  /** One of `MARK_PROBLEMS`, or a code from a newer server. */
  | { readonly status: 'refused'; readonly reason: string };

export interface BrandingBackend {
  readonly getBranding: () => Promise<VenueBranding>;
  /** Saves a player; null adds a new one, or shows a hidden one of that name again. Returns the id. */
  readonly savePlayer: (player: Face, id: string | null) => Promise<string>;
  /** Changes only the name, and keeps the face. */
  readonly namePlayer: (name: string, id: string | null) => Promise<string>;
  readonly hidePlayer: (id: string, hidden: boolean) => Promise<void>;
  readonly removePlayer: (id: string) => Promise<void>;
  /** Saves a sponsor; null adds a new one at the end. Returns the id. */
  readonly saveSponsor: (sponsor: Omit<VenueSponsor, 'id'>, id: string | null) => Promise<string>;
  /** Sets the order; sponsors not named come last, in their existing order. */
  readonly orderSponsors: (ids: readonly string[]) => Promise<void>;
  readonly removeSponsor: (id: string) => Promise<void>;
  /** Uploads a picture, which is removed if it isn't assigned within an hour. */
  readonly sendMark: (kind: MarkKind, picture: Blob) => Promise<SentMark>;
}

/** The table that a scorer link opens. */
export interface OpenedLink {
  readonly linkId: string;
  readonly tableId: string;
  readonly token: string;
  readonly title: string;
  readonly kind: TableKind;
  /** The current match. */
  readonly match: string;
}

/** Listens for announcements to a television or a device. */
export interface PairedListener {
  /** The channel has joined: changes are announced from now on. Called at most once. */
  readonly joined: () => void;
  /** The assignment or the permissions may have changed. */
  readonly changed: () => void;
  /** The connection ended, for any reason. Called at most once, and never after closing. */
  readonly lost: () => void;
}

/**
 * The backend of a television, for pairing and its assignment. The television chooses its secret: 32 to 64 letters and
 * digits.
 */
export interface TelevisionBackend {
  readonly askTelevision: (secret: string) => Promise<TelevisionAnswer>;
  /** Requests a code, or a new one when the last is about to expire. */
  readonly beginPairing: (secret: string) => Promise<TelevisionAnswer>;
  /** Listens to all of these topics, once. Returns a function that stops. */
  readonly listenTelevision: (topics: readonly string[], listener: PairedListener) => () => void;
}

/**
 * The backend of a device, for pairing and its permissions. The device chooses its secret: 32 to 64 letters and digits.
 */
export interface DeviceBackend {
  readonly askDevice: (secret: string) => Promise<DeviceAnswer>;
  /** Requests a code, or a new one when the last is about to expire. */
  readonly beginPairing: (secret: string) => Promise<DeviceAnswer>;
  /** Opens one connection to a topic, which is not retried. Returns a function that closes it. */
  readonly listenDevice: (topic: string, listener: PairedListener) => () => void;
}

/** An owner's settings for a television. */
export interface TelevisionSetting {
  readonly title: string;
  /** The table with a turn of its own; null for none. */
  readonly tableId: string | null;
  /** Its look, as a URL query. */
  readonly query: string;
  readonly programme: Programme;
}

/** A paired screen of the signed-in owner's venue. */
export interface PairedTelevision extends TelevisionSetting {
  readonly id: string;
  readonly pairedAtMillis: number;
  /** When it last polled, to half a minute. */
  readonly seenAtMillis: number;
}

export interface PairingBackend {
  /** Returns what shows a code. It can still be paired. A wrong code counts like one in pairing. */
  readonly findCode: (code: string) => Promise<PairedKind | CodeProblem>;
}

export interface TelevisionsBackend {
  /** In order of pairing. */
  readonly listTelevisions: () => Promise<{
    readonly televisions: readonly PairedTelevision[];
    readonly serverMillis: number;
  }>;
  readonly pairTelevision: (code: string, setting: TelevisionSetting) => Promise<PairingOutcome>;
  readonly updateTelevision: (id: string, setting: TelevisionSetting) => Promise<void>;
  readonly unpairTelevision: (id: string) => Promise<void>;
}

export interface RoomListener {
  /** The channel has joined: changes are announced from now on. Called at most once. */
  readonly joined: () => void;
  /** The list has changed to this number; null if a match began or ended at one of its tables. */
  readonly changed: (seq: number | null) => void;
  /** The connection ended, for any reason. Called at most once, and never after closing. */
  readonly lost: () => void;
}

/** The result of an op, and the current list. */
export type ChangedWaiting = OpResult & { readonly list: WaitingList };

export interface WaitingBackend {
  readonly listWaiting: () => Promise<WaitingList>;
  /** May be repeated: an op that is already known returns its outcome again. */
  readonly changeWaiting: (op: Op) => Promise<ChangedWaiting>;
  /** Opens one connection to a topic, which is not retried. Returns a function that closes it. */
  readonly listenRoom: (topic: string, listener: RoomListener) => () => void;
}

/** What a tournament's key was last said to be. */
export interface KnownFact extends Fact {
  /** Its number in the server's order, from 1. */
  readonly seq: number;
  readonly atMillis: number;
  readonly by: Doer | null;
  /** The key's value before, for an undo; null if it had none. */
  readonly was: unknown;
}

export interface KeptTournament {
  readonly id: string;
  readonly createdAtMillis: number;
  /** Each key's last, in the server's order. */
  readonly facts: readonly KnownFact[];
  /** The matches that were won for it, in the order in which they ended. */
  readonly played: readonly (Played & { readonly endedAtMillis: number })[];
  /** Whether its page is public. */
  readonly isPublic: boolean;
  readonly serverMillis: number;
}

export interface ListedTournament {
  readonly id: string;
  readonly title: string;
  readonly isClosed: boolean;
  readonly createdAtMillis: number;
}

/** Facts to add: all of them, or none. The device chooses both ids. */
export interface TournamentOp {
  readonly id: string;
  readonly tournament: string;
  readonly facts: readonly NewFact[];
}

export interface ChangedTournament {
  readonly outcome: OpOutcome;
  /** The fact that came between, if that refused them. */
  readonly inTheWay: KnownFact | null;
  /** Null if there is none. */
  readonly tournament: KeptTournament | null;
}

export interface TournamentsBackend {
  /** The newest first. */
  readonly listTournaments: () => Promise<readonly ListedTournament[]>;
  readonly getTournament: (id: string) => Promise<KeptTournament>;
  /** Adds any facts; the first open the tournament. May be repeated. */
  readonly runTournament: (op: TournamentOp) => Promise<ChangedTournament>;
  /** Adds outcomes alone. May be repeated. */
  readonly changeTournament: (op: TournamentOp) => Promise<ChangedTournament>;
}

/** A device's name and role. */
export interface DeviceSetting {
  readonly title: string;
  readonly role: DeviceRole;
  /** The one table of a remote; null for other roles. */
  readonly tableId: string | null;
}

/** A working scorer link made by a device. */
export interface MadeLink {
  readonly id: string;
  readonly label: string;
  readonly tableId: string;
}

/** A television that a device paired. */
export interface MadeTelevision {
  readonly id: string;
  readonly title: string;
}

/** A phone or tablet of the venue, paired by a code. */
export interface VenueDevice extends DeviceSetting {
  readonly id: string;
  /** The device that paired it; null for the owner. */
  readonly madeBy: string | null;
  readonly createdAtMillis: number;
  /** When it last polled, to a minute. */
  readonly seenAtMillis: number;
  readonly removed: boolean;
  readonly links: readonly MadeLink[];
  readonly televisions: readonly MadeTelevision[];
}

export interface DevicesBackend {
  /** Newest first, and the latest removed ones. */
  readonly listDevices: () => Promise<readonly VenueDevice[]>;
  readonly letInDevice: (code: string, setting: DeviceSetting) => Promise<PairingOutcome>;
  readonly updateDevice: (id: string, setting: DeviceSetting) => Promise<void>;
  /** Removes devices at once, together with the scorer links and televisions with the given ids. */
  readonly revokeDevices: (
    ids: readonly string[],
    made: { readonly links: readonly string[]; readonly televisions: readonly string[] },
  ) => Promise<void>;
}

/** The filters for results; omitted fields don't restrict. */
export interface ResultsQuery {
  /** From the first instant up to, but not including, the second. Live matches belong to now. */
  readonly fromMillis: number;
  readonly toMillis: number;
  readonly tableId?: string;
  readonly game?: string;
  /** Players' keys. */
  readonly player?: string;
  readonly versus?: string;
  readonly state?: ResultState;
  /** The position after the previous page. */
  readonly after?: string;
  /** From 1 to 500; 100 if omitted. */
  readonly most?: number;
}

export interface ResultsPage {
  /** Live matches, on the first page only. */
  readonly live: readonly Result[];
  /** The latest first. */
  readonly results: readonly Result[];
  /** For the next page's `after`; null at the end. */
  readonly next: string | null;
  /** The times of the nearest results before and after an empty window; null for none. */
  readonly nearest: { readonly beforeMillis: number | null; readonly afterMillis: number | null };
  /** How many of the venue's matches aren't folded yet, at most 20: call `foldDue`, then list again. */
  readonly due: number;
  readonly serverMillis: number;
}

/** The filters for a report; omitted fields don't restrict. */
export interface ReportFilter {
  readonly tableId?: string;
  readonly game?: string;
}

export interface ResultsBackend {
  readonly listResults: (query: ResultsQuery) => Promise<ResultsPage>;
  /** How many results are in each window between these instants, at most 1,000 in ascending order. */
  readonly countResults: (instants: readonly number[]) => Promise<readonly number[]>;
  /** Null if there is none with this id, or if it belongs to another venue. */
  readonly getResult: (id: string) => Promise<FullResult | null>;
  readonly setAside: (id: string, aside: boolean) => Promise<void>;
  /** Null undoes the correction. */
  readonly correctResult: (id: string, correction: ResultCorrection | null) => Promise<void>;
  /** Deletes the result and its log for good. Refused while the match is its table's current one. */
  readonly deleteResult: (id: string) => Promise<'deleted' | 'current'>;
  /** A report with a window between each two of these instants: 2 to 1,000, in ascending order. */
  readonly getReport: (instants: readonly number[], filter: ReportFilter) => Promise<Report>;
  /** Asks the server to fold due matches. Returns how many it folded. */
  readonly foldDue: () => Promise<number>;
}

export interface PlayersBackend {
  /** Players whose names contain every word of the search, at most 20. For an empty search, the latest players. */
  readonly findPlayers: (search: string) => Promise<readonly FoundPlayer[]>;
  /** A player by key; null if no counted result has them. */
  readonly getPlayer: (key: string) => Promise<PlayerRecord | null>;
  /** The head-to-head record of two players; null without common matches. */
  readonly getHeadToHead: (key: string, versus: string) => Promise<HeadToHead | null>;
  /** Merges a player's names into those of the player `into`. Stored results keep their names. */
  readonly mergePlayers: (key: string, into: string) => Promise<MergeOutcome>;
  /** Splits off a merged name as a player again. */
  readonly partPlayer: (key: string) => Promise<void>;
}

/** A page of an account's export file. */
export interface ExportPage {
  /** Whole lines, each with its line break. */
  readonly lines: string;
  /** The position of the next page; null after the last. */
  readonly next: string | null;
}

/** An owner's account: export, and erasing a player. */
export interface AccountBackend {
  /** Null for the first page. */
  readonly exportPage: (after: string | null) => Promise<ExportPage>;
  /** A player's other names, which are erased as well. */
  readonly listOtherNames: (name: string) => Promise<readonly string[]>;
  /**
   * Erases a player, by any spelling of their name, from all stored data. Works for about a second. Returns the
   * position to continue from (null once everything is done), and whether this call found the name.
   */
  readonly erasePlayer: (
    name: string,
    after: string | null,
  ) => Promise<{ readonly after: string | null; readonly found: boolean }>;
}
