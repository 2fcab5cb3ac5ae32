import { ROUTES } from '../../config/routes.ts';
import { localeOf, localizePath } from '../../i18n/urls.ts';
import { callAddress } from './viewer.ts';

/** Why the service refuses a picture, as recorded for the venue's owner. */
export const UPLOAD_PROBLEMS = [
  'type',
  'damaged',
  'moving',
  'dimensions',
  'size',
  'late',
  'time',
  'busy',
] as const;
export type UploadProblem = (typeof UPLOAD_PROBLEMS)[number];

/** The choices for how long to keep uploaded pictures, in days. */
export const KEEP_DAYS = [1, 7, 30, 90, 365] as const;

interface Named {
  readonly matchId: string;
  readonly board: string;
}

/** The address of a public page, in the language of the page `from`. */
const pageOf = ({ origin, pathname }: URL, parameters: Readonly<Record<string, string>>): string =>
  origin +
  localizePath(ROUTES.snapshotShort, localeOf(pathname)) +
  `?${new URLSearchParams(parameters).toString().replaceAll('%2C', ',')}`;

/**
 * The address of a table's public page, in the language of the page `from`. If the table's match id starts with the
 * venue, visitors can switch among `tables` there.
 */
export const publicLink = (
  from: URL,
  slug: string,
  { matchId, board }: Named,
  offered: readonly Named[],
): string => {
  if (matchId !== `${slug}-${board}`) return pageOf(from, { match: matchId });
  const boards = offered.filter((table) => table.matchId === `${slug}-${table.board}`);
  return pageOf(from, {
    match: matchId,
    venue: slug,
    boards: boards.map((table) => table.board).join(','),
  });
};

/**
 * The address on a printed sign: just the table's public page. That keeps the QR code coarse, and valid when other
 * tables are added or removed.
 */
export const signLink = (from: URL, { matchId }: Pick<Named, 'matchId'>): string =>
  pageOf(from, { match: matchId });

/** The command that uploads a photo of a table, for any shell. */
export const uploadLine = (endpoint: string, matchId: string, secret: string): string => {
  const address = new URL(endpoint);
  address.searchParams.set('matchId', matchId);
  return `curl --data-binary @photo.jpg -H "content-type: image/jpeg" -H "x-upload-key: ${secret}" "${address.href}"`;
};

/** The address of a table's latest picture, which is redrawn if its board is newer. */
export const drawingAddress = (endpoint: string, matchId: string): string =>
  callAddress(endpoint, 'latest', matchId);

interface Taken {
  readonly id: string;
  readonly source: 'upload' | 'board';
  readonly capturedAtMillis: number;
}

interface Pictured extends Named {
  readonly archived: boolean;
  readonly latest: (Omit<Taken, 'id'> & { readonly id: string | null }) | null;
}

/** The newest existing picture of each table, by match id; the previous one until a new one has been drawn. */
export const picturesOf = (
  tables: readonly Pictured[],
  before: Readonly<Record<string, Taken>>,
): Readonly<Record<string, Taken>> =>
  Object.fromEntries(
    tables.flatMap(({ matchId, latest }) => {
      const taken = latest?.id === null ? before[matchId] : latest;
      return taken ? [[matchId, taken as Taken] as const] : [];
    }),
  );

/** Drawings are stored, so one for the owner alone is made at most once a minute. */
const DRAWING_MILLIS = 60_000;

/** The tables whose picture should be drawn now; `askedMillis` has the time of each last request. */
export const toBeDrawn = (
  { isPublic, tables }: { readonly isPublic: boolean; readonly tables: readonly Pictured[] },
  askedMillis: ReadonlyMap<string, number>,
  nowMillis: number,
): readonly string[] =>
  isPublic
    ? tables
        .filter(({ archived, latest }) => !archived && latest?.id === null)
        .map(({ matchId }) => matchId)
        .filter((matchId) => nowMillis - (askedMillis.get(matchId) ?? -Infinity) >= DRAWING_MILLIS)
    : [];

/** The days to choose from, including the current setting. */
export const keepChoices = (days: number): readonly number[] =>
  [...new Set([...KEEP_DAYS, days])].sort((one, other) => one - other);
