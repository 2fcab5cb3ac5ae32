import { DEFAULT_TABLES } from '../../config/limits.ts';

/** The parameters in the page's query. */
export interface SnapshotQuery {
  /** Usually `<venue>-<table>`. */
  readonly match: string;
  readonly venue: string;
  /** The match's table; undefined if its id has none. */
  readonly table: string | undefined;
  /** Tables to choose from, in the order given, without duplicates. In the address: `boards`. */
  readonly tables: readonly string[];
  /** The parameters as given, to keep when switching tables. */
  readonly given: { readonly venue: string | undefined; readonly boards: string | undefined };
}

const filled = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

const parameter = (parameters: URLSearchParams, name: string): string | undefined =>
  filled(parameters.get(name)?.trim());

const splitMatch = (
  match: string,
  venue: string | undefined,
): { venue: string; table: string | undefined } => {
  if (venue !== undefined && match.startsWith(`${venue}-`))
    return { venue, table: filled(match.slice(venue.length + 1)) };
  // The venue may contain dashes, so the table follows the last one.
  const dash = match.lastIndexOf('-');
  if (dash <= 0) return { venue: venue ?? match, table: undefined };
  return { venue: venue ?? match.slice(0, dash), table: filled(match.slice(dash + 1)) };
};

/** Parses the snapshot page's query (`?match=demo-b1&venue=demo&boards=b1,b2`); undefined without a match. */
export const parseSnapshotQuery = (query: string): SnapshotQuery | undefined => {
  const parameters = new URLSearchParams(query);
  const match = parameter(parameters, 'match');
  if (match === undefined) return undefined;
  const given = { venue: parameter(parameters, 'venue'), boards: parameter(parameters, 'boards') };
  const named = given.boards?.split(',').map((table) => table.trim());
  const tables = [...new Set(named?.filter(Boolean))];
  return {
    match,
    ...splitMatch(match, given.venue),
    tables: tables.length > 0 ? tables : DEFAULT_TABLES,
    given,
  };
};

/** The query for another table of the same venue, keeping `venue` and `boards` if given. */
export const tableQuery = ({ venue, given }: SnapshotQuery, table: string): string => {
  const parameters = new URLSearchParams({ match: `${venue}-${table}` });
  if (given.venue !== undefined) parameters.set('venue', given.venue);
  if (given.boards !== undefined) parameters.set('boards', given.boards);
  return `?${parameters.toString()}`;
};

/** The address of a call to the endpoint, whose own query is kept. Not every endpoint supports `history`. */
export const callAddress = (
  endpoint: string,
  call: 'latest' | 'latestData' | 'history',
  match: string,
): string => {
  const address = new URL(endpoint);
  address.searchParams.set(call, '1');
  address.searchParams.set('matchId', match);
  return address.href;
};

/**
 * Fills a file host's address template: `{id}` is the picture, `{stamp}` busts caches. A
 * template without `{stamp}` gets it as the parameter `t`.
 */
export const imageAddress = (template: string, id: string, stamp: number): string => {
  const filled = template.replaceAll('{id}', () => encodeURIComponent(id));
  if (filled.includes('{stamp}')) return filled.replaceAll('{stamp}', String(stamp));
  return `${filled}${filled.includes('?') ? '&' : '?'}t=${stamp}`;
};

/** The address of a picture's download or its small copy. */
export const downloadAddress = (template: string, id: string): string =>
  template.replaceAll('{id}', () => encodeURIComponent(id)).replaceAll('{stamp}', '0');
