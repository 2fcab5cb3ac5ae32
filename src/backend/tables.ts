import { parseBoard } from '../core/overlay/board.ts';
import type { Body } from '../rules/read.ts';
import { TABLE_KINDS } from '../rules/table-kind.ts';
import {
  expectFlag,
  expectList,
  expectMillis,
  expectNumber,
  expectObject,
  expectOneOf,
  orNull,
  expectText,
} from './answers.ts';
import type { Act, LinkUse, ScorerLink, NamedVenue, Table, TablesBackend } from './contract.ts';
import type { Json } from './database.types.ts';
import { readFacts } from './facts.ts';
import { readMatchSummary, readScreens } from './matches.ts';
import { type Requests, unreadable } from './requests.ts';

const readTable = (value: unknown): Table => {
  const table = expectObject(value);
  const board = parseBoard(table['state']);
  if (!board) throw unreadable();
  return {
    id: expectText(table['id']),
    token: expectText(table['token']),
    title: expectText(table['title']),
    archived: expectFlag(table['archived']),
    kind: expectOneOf(TABLE_KINDS, table['kind']),
    facts: readFacts(expectObject(table['facts'])),
    board,
    match: readMatchSummary(table['match']),
    screens: readScreens(table['screens']),
    scorerSeenAtMillis: orNull(expectMillis, table['scorer_seen_at']),
  };
};

const KINDS = ['scorer', 'machine', 'button'] as const satisfies readonly LinkUse['kind'][];

const readUse = (link: Body): LinkUse => {
  const kind = expectOneOf(KINDS, link['kind']);
  if (kind !== 'button') return { kind };
  const { move, fields } = expectObject(link['move']);
  return { kind, move: expectText(move), fields: expectObject(fields) };
};

const readScorerLink = (value: unknown): ScorerLink => {
  const link = expectObject(value);
  return {
    ...readUse(link),
    id: expectText(link['id']),
    label: expectText(link['label']),
    createdAtMillis: expectMillis(link['created_at']),
    endsAtMillis: orNull(expectMillis, link['ends_at']),
    lastUsedAtMillis: orNull(expectMillis, link['last_used_at']),
    revoked: expectFlag(link['revoked']),
  };
};

export const readNamedVenue = (value: unknown): NamedVenue => {
  const venue = expectObject(value);
  return {
    title: orNull(expectText, venue['title']) ?? '',
    timeZone: expectText(venue['time_zone']),
    closingHour: expectNumber(venue['closing_hour']),
  };
};

/** The backend of a venue's tables and their scorer links. */
export const tablesBackend = ({ call, change }: Requests): TablesBackend => {
  return {
    listTables: async () => {
      const answer = expectObject(await call('list_tables', {}));
      return {
        tables: expectList(readTable, answer['tables']),
        may: expectList(expectText, answer['may']) as Act[],
        venue: readNamedVenue(answer['venue']),
        serverMillis: expectMillis(answer['server_time']),
      };
    },
    addTable: async (title, kind = 'pool') => expectText(await call('add_table', { title, kind })),
    renameTable: (id, title) => change('update_table', { id, title }),
    orderTables: (ids) => change('order_tables', { ids: [...ids] }),
    archiveTable: (id, archived) => change('update_table', { id, archived }),
    setTable: async (id, { kind, outOfUse }) =>
      change('update_table', { id, kind: kind ?? null, out_of_use: outOfUse ?? null }),
    replaceOverlayLink: async (id) => expectText(await call('replace_overlay_link', { id })),
    listScorerLinks: async (tableId) =>
      expectList(readScorerLink, await call('list_scorer_links', { table_id: tableId })),
    addScorerLink: async (tableId, label, endsAtMillis, use) => {
      const ends = endsAtMillis === null ? null : new Date(endsAtMillis).toISOString();
      const added = expectObject(
        await call('add_scorer_link', {
          table_id: tableId,
          label,
          ends_at: ends,
          ...(use.kind === 'machine' && { is_machine: true }),
          ...(use.kind === 'button' && { move: { move: use.move, fields: use.fields as Json } }),
        }),
      );
      return { id: expectText(added['id']), secret: expectText(added['secret']) };
    },
    revokeScorerLink: (id) => change('revoke_scorer_link', { id }),
  };
};
