/** What an owner's page shows, as the fragment of its address says: a reload and the way back lead to the same. */

/** What lies over a table's desk, or stands in its place. */
export const TABLE_PARTS = ['pad', 'newMatch', 'air'] as const;
export type TablePart = (typeof TABLE_PARTS)[number];

export interface Chosen {
  readonly table: string;
  readonly part: TablePart | null;
}

/** All tables, also when there is only one. */
export const ALL_TABLES = '#tables';

/** The pictures of all tables. */
export const PICTURES = '#pictures';

/** Whom the venue knows. */
export const PLAYERS = '#players';

/** Whose logos it shows. */
export const SPONSORS = '#sponsors';

const SIGNS = '#signs';

/** The signs to print: of all tables, or of the one with that match id. */
export const signsFragment = (match: string | null = null): string =>
  match === null ? SIGNS : `${SIGNS}/${match}`;

/** A screen of the venue's pictures. */
export type PicturesScreen =
  { readonly status: 'pictures' } | { readonly status: 'signs'; readonly match: string | null };

/** The screen of pictures that a fragment names; null when it names none. */
export const picturesScreen = (fragment: string): PicturesScreen | null => {
  if (fragment === PICTURES) return { status: 'pictures' };
  const [name, match = null] = fragment.split('/');
  return name === SIGNS ? { status: 'signs', match } : null;
};

const TELEVISIONS = '#televisions';

/** The venue's televisions, with the code of one to be paired. */
export const televisionsFragment = (code = ''): string =>
  code === '' ? TELEVISIONS : `${TELEVISIONS}/${code}`;

/** The screen of a venue's televisions. */
export interface TelevisionsScreen {
  readonly status: 'televisions';
  /** Of the one that is to be paired, as its address has it; empty for none. */
  readonly code: string;
}

/** The screen of televisions that a fragment names; null when it names another. */
export const televisionsScreen = (fragment: string): TelevisionsScreen | null => {
  const [name, code = ''] = fragment.split('/');
  return name === TELEVISIONS ? { status: 'televisions', code } : null;
};

/** What of a fragment is carried through signing in: the code that somebody has just scanned. */
export const pairingFragment = (fragment: string): string => {
  const code = televisionsScreen(fragment)?.code ?? '';
  return /^[A-Za-z0-9]+$/.test(code) ? televisionsFragment(code) : '';
};

/** A screen of what the venue puts around its boards. */
export interface DressingScreen {
  readonly status: 'players' | 'sponsors';
}

/** The screen of those that a fragment names; null when it names none. */
export const dressingScreen = (fragment: string): DressingScreen | null => {
  if (fragment === PLAYERS) return { status: 'players' };
  return fragment === SPONSORS ? { status: 'sponsors' } : null;
};

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const tableFragment = (table: string, part: TablePart | null = null): string =>
  `#${table}${part === null ? '' : `/${part}`}`;

/** The table that a fragment names; null when it names none. */
export const chosenBy = (fragment: string): Chosen | null => {
  const [table = '', named] = fragment.slice(1).split('/');
  return ID.test(table) ? { table, part: TABLE_PARTS.find((part) => part === named) ?? null } : null;
};
