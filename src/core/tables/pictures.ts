import { ROUTES } from '../../config/routes.ts';
import { localeOf, localizePath } from '../../i18n/urls.ts';
import { callAddress } from '../site/snapshot.ts';

/** Why the service refuses a picture, as it notes it for the venue's owner. */
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

/** Whether a reason is one that there are words for. */
export const isUploadProblem = (reason: string): reason is UploadProblem =>
  (UPLOAD_PROBLEMS as readonly string[]).includes(reason);

/** Days for which uploaded pictures may be kept. */
export const KEEP_DAYS = [1, 7, 30, 90, 365] as const;

interface Named {
  readonly matchId: string;
  readonly board: string;
}

/** In the language of the page `from`. */
const pageOf = ({ origin, pathname }: URL, parameters: Readonly<Record<string, string>>): string =>
  origin +
  localizePath(ROUTES.snapshotShort, localeOf(pathname)) +
  `?${new URLSearchParams(parameters).toString().replaceAll('%2C', ',')}`;

/**
 * The address of a table's public page, in the language of the page `from`. Where it is one of the venue's by its name, visitors can choose among these
 * tables there.
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
 * What a printed sign leads to: the table's public page and nothing else, so that its code is coarse and stays right
 * when tables come and go.
 */
export const signLink = (from: URL, { matchId }: Named): string => pageOf(from, { match: matchId });

/** The line that sends a photograph of a table, for any shell. */
export const uploadLine = (endpoint: string, matchId: string, secret: string): string => {
  const address = new URL(endpoint);
  address.searchParams.set('matchId', matchId);
  return `curl --data-binary @photo.jpg -H "content-type: image/jpeg" -H "x-upload-key: ${secret}" "${address.href}"`;
};

/** The address that answers with a table's latest picture, and draws it where its board is newer. */
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

/** The newest picture of each table that exists, by match id: while one is yet to be drawn, the one before it. */
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

/** A drawing is stored: one that nobody but the owner asks for is made once a minute at most. */
const DRAWING_MILLIS = 60_000;

/** The tables whose picture is to be drawn now; `askedMillis` says when that was last asked for. */
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

/** The days to choose from, the present ones among them. */
export const keepChoices = (days: number): readonly number[] =>
  [...new Set([...KEEP_DAYS, days])].sort((one, other) => one - other);
