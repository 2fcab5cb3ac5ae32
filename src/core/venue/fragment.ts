import { ID } from '../id.ts';
import { isPeriod, type Period } from '../results/period.ts';
import { isDate, type IsoDate } from '../time/days.ts';

/** An owner's page keeps its screen in the address's fragment, so that reload and Back work. */

/** Parts on top of a table's desk. */
const TABLE_LAYERS = ['pad', 'newMatch'] as const;
export type TableLayer = (typeof TABLE_LAYERS)[number];

/** A table's screens, one step below its desk. */
const TABLE_SCREENS = ['look', 'machines'] as const;
export type TableScreen = (typeof TABLE_SCREENS)[number];

export const TABLE_PARTS = [...TABLE_LAYERS, ...TABLE_SCREENS] as const;
export type TablePart = (typeof TABLE_PARTS)[number];

export const isTableScreen = (part: TablePart | null): part is TableScreen =>
  TABLE_SCREENS.some((screen) => screen === part);

export interface Chosen {
  readonly table: string;
  readonly part: TablePart | null;
}

/** All tables, even if there is only one. */
export const ALL_TABLES = '#tables';

/** A summary of the venue's tables, with its waiting list. */
export const ROOM = '#room';

const TOURNAMENT = '#tournament';

/** A tournament; all of them without an id. */
export const tournamentFragment = (id: string | null = null): string =>
  id === null ? TOURNAMENT : `${TOURNAMENT}/${id}`;

/** The tournaments screen. */
export interface TournamentScreen {
  readonly status: 'tournament';
  /** Null for the list of all. */
  readonly id: string | null;
}

/** The tournaments screen of a fragment; null for other screens. */
export const tournamentScreen = (fragment: string): TournamentScreen | null => {
  const [name, id = ''] = fragment.split('/');
  return name === TOURNAMENT ? { status: 'tournament', id: id === '' ? null : id } : null;
};

/** Links to all screens of the venue that aren't a table's. */
export const VENUE = '#venue';

/** The venue's time, and how long its logs are kept. */
export const SETTINGS = '#settings';

/** Today's results. */
export const RESULTS = '#results';

/** The results of a day. */
export const resultsFragment = (date: IsoDate): string => `${RESULTS}/${date}`;

const RESULT = '#result';

export const resultFragment = (id: string): string => `${RESULT}/${id}`;

/** One of the results screens. */
export type ResultsScreen =
  /** Null for today. */
  | { readonly status: 'results'; readonly date: IsoDate | null }
  | { readonly status: 'result'; readonly id: string };

/** The results screen of a fragment; null for other screens. An invalid date means today. */
export const resultsScreen = (fragment: string): ResultsScreen | null => {
  const [name, which = ''] = fragment.split('/');
  if (name === RESULTS) return { status: 'results', date: isDate(which) ? which : null };
  return name === RESULT ? { status: 'result', id: which } : null;
};

const PLAYER = '#player';

/** A player's screen by key, or the player's head-to-head record. */
export const playerFragment = (key: string, versus: string | null = null): string =>
  [PLAYER, key, ...(versus === null ? [] : [versus])]
    .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
    .join('/');

/** A player's screen. */
export interface PlayerScreen {
  readonly status: 'player';
  readonly key: string;
  /** The opponent's key; null for all opponents. */
  readonly versus: string | null;
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** The player screen of a fragment; null for other screens. */
export const playerScreen = (fragment: string): PlayerScreen | null => {
  const [name, key, versus] = fragment.split('/');
  if (name !== PLAYER || !key) return null;
  return { status: 'player', key: decoded(key), versus: versus ? decoded(versus) : null };
};

/** The report of this month. */
export const REPORT = '#report';

export const reportFragment = ({ from, to }: Period): string => `${REPORT}/${from}/${to}`;

/** The reports screen. */
export interface ReportScreen {
  readonly status: 'report';
  /** Null for this month. */
  readonly period: Period | null;
}

/** The report of a fragment; null for other screens. An invalid period means this month. */
export const reportScreen = (fragment: string): ReportScreen | null => {
  const [name, from = '', to = ''] = fragment.split('/');
  if (name !== REPORT) return null;
  return { status: 'report', period: isPeriod(from, to) ? { from, to } : null };
};

/** The server's health. */
export const SYSTEM = '#system';

/** The owner's account: export, and erasing a player. */
export const ACCOUNT = '#account';

/** The pictures of all tables. */
export const PICTURES = '#pictures';

/** The venue's players. */
export const PLAYERS = '#players';

/** The venue's sponsors. */
export const SPONSORS = '#sponsors';

const SIGNS = '#signs';

/** The table signs to print: all of them, or the one with that match id. */
export const signsFragment = (match: string | null = null): string =>
  match === null ? SIGNS : `${SIGNS}/${match}`;

/** One of the pictures screens. */
export type PicturesScreen =
  { readonly status: 'pictures' } | { readonly status: 'signs'; readonly match: string | null };

/** The pictures screen of a fragment; null for other screens. */
export const picturesScreen = (fragment: string): PicturesScreen | null => {
  if (fragment === PICTURES) return { status: 'pictures' };
  const [name, match = null] = fragment.split('/');
  return name === SIGNS ? { status: 'signs', match } : null;
};

const PAIRED = '#paired';

/** Names that the screen of televisions and devices had: codes and bookmarks may still contain them. */
const FORMER = ['#televisions', '#staff'];

/** The fragment of the venue's televisions and devices, with the code of one to pair. */
export const pairedFragment = (code = ''): string => (code === '' ? PAIRED : `${PAIRED}/${code}`);

/** The screen of the venue's televisions and devices. */
export interface PairedScreen {
  readonly status: 'paired';
  /** The code to pair, as in its address; empty for none. */
  readonly code: string;
}

/** The screen of televisions and devices of a fragment; null for other screens. */
export const pairedScreen = (fragment: string): PairedScreen | null => {
  const [name = '', code = ''] = fragment.split('/');
  return name === PAIRED || FORMER.includes(name) ? { status: 'paired', code } : null;
};

/** The part of a fragment to keep while signing in: a scanned code. */
export const scannedFragment = (fragment: string): string => {
  const code = pairedScreen(fragment)?.code ?? '';
  return /^[A-Za-z0-9]+$/.test(code) ? pairedFragment(code) : '';
};

/** The screens that their fragment alone names. */
const PLAIN = {
  room: ROOM,
  players: PLAYERS,
  sponsors: SPONSORS,
  venue: VENUE,
  settings: SETTINGS,
  system: SYSTEM,
  account: ACCOUNT,
} as const;
type PlainScreen = keyof typeof PLAIN;
const PLAIN_SCREENS = Object.keys(PLAIN) as PlainScreen[];

/** A screen of the venue that isn't a table's. */
export type VenueScreen =
  | { readonly status: PlainScreen }
  | ResultsScreen
  | PlayerScreen
  | ReportScreen
  | PicturesScreen
  | PairedScreen
  | TournamentScreen;

/** The venue's screen of a fragment; null for a table's and for all tables. */
export const venueScreen = (fragment: string): VenueScreen | null => {
  const status = PLAIN_SCREENS.find((screen) => PLAIN[screen] === fragment);
  return status
    ? { status }
    : (resultsScreen(fragment) ??
        playerScreen(fragment) ??
        reportScreen(fragment) ??
        picturesScreen(fragment) ??
        pairedScreen(fragment) ??
        tournamentScreen(fragment));
};

/** The part of an address that the look's screen had: bookmarks may still contain it. */
const FORMER_LOOK = 'air';

export const tableFragment = (table: string, part: TablePart | null = null): string =>
  `#${table}${part === null ? '' : `/${part}`}`;

/** The table of a fragment; null for other screens. */
export const chosenBy = (fragment: string): Chosen | null => {
  const [table = '', named] = fragment.slice(1).split('/');
  if (!ID.test(table)) return null;
  const wanted = named === FORMER_LOOK ? 'look' : named;
  return { table, part: TABLE_PARTS.find((part) => part === wanted) ?? null };
};
