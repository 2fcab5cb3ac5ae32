import { parseBoard } from '../core/overlay/board.ts';
import type { Body } from '../rules/read.ts';
import { TABLE_KINDS } from '../rules/table-kind.ts';
import { flag, listOf, millis, number, object, oneOf, orNull, text } from './answers.ts';
import type { Act, LinkUse, ScorerLink, NamedVenue, Table, TablesBackend } from './contract.ts';
import type { Json } from './database.types.ts';
import { readFacts } from './facts.ts';
import { readMatchSummary, readScreens } from './matches.ts';
import { type Requests, unreadable } from './requests.ts';

const readTable = (value: unknown): Table => {
  const table = object(value);
  const board = parseBoard(table['state']);
  if (!board) throw unreadable();
  return {
    id: text(table['id']),
    token: text(table['token']),
    title: text(table['title']),
    archived: flag(table['archived']),
    kind: oneOf(TABLE_KINDS, table['kind']),
    facts: readFacts(object(table['facts'])),
    board,
    match: readMatchSummary(table['match']),
    screens: readScreens(table['screens']),
    scorerSeenAtMillis: orNull(millis, table['scorer_seen_at']),
  };
};

const KINDS = ['scorer', 'machine', 'button'] as const satisfies readonly LinkUse['kind'][];

const readUse = (link: Body): LinkUse => {
  const kind = oneOf(KINDS, link['kind']);
  if (kind !== 'button') return { kind };
  const { move, fields } = object(link['move']);
  return { kind, move: text(move), fields: object(fields) };
};

const readScorerLink = (value: unknown): ScorerLink => {
  const link = object(value);
  return {
    ...readUse(link),
    id: text(link['id']),
    label: text(link['label']),
    createdAtMillis: millis(link['created_at']),
    endsAtMillis: orNull(millis, link['ends_at']),
    lastUsedAtMillis: orNull(millis, link['last_used_at']),
    revoked: flag(link['revoked']),
  };
};

export const readNamedVenue = (value: unknown): NamedVenue => {
  const venue = object(value);
  return {
    title: orNull(text, venue['title']) ?? '',
    timeZone: text(venue['time_zone']),
    closingHour: number(venue['closing_hour']),
  };
};

/** The backend of a venue's tables and their scorer links. */
export const tablesBackend = ({ call, change }: Requests): TablesBackend => {
  return {
    listTables: async () => {
      const answer = object(await call('list_tables', {}));
      return {
        tables: listOf(readTable, answer['tables']),
        may: listOf(text, answer['may']) as Act[],
        venue: readNamedVenue(answer['venue']),
        serverMillis: millis(answer['server_time']),
      };
    },
    addTable: async (title, kind = 'pool') => text(await call('add_table', { title, kind })),
    renameTable: (id, title) => change('update_table', { id, title }),
    orderTables: (ids) => change('order_tables', { ids: [...ids] }),
    archiveTable: (id, archived) => change('update_table', { id, archived }),
    setTable: async (id, { kind, outOfUse }) =>
      change('update_table', { id, kind: kind ?? null, out_of_use: outOfUse ?? null }),
    replaceOverlayLink: async (id) => text(await call('replace_overlay_link', { id })),
    listScorerLinks: async (tableId) =>
      listOf(readScorerLink, await call('list_scorer_links', { table_id: tableId })),
    addScorerLink: async (tableId, label, endsAtMillis, use) => {
      const ends = endsAtMillis === null ? null : new Date(endsAtMillis).toISOString();
      const added = object(
        await call('add_scorer_link', {
          table_id: tableId,
          label,
          ends_at: ends,
          ...(use.kind === 'machine' && { is_machine: true }),
          ...(use.kind === 'button' && { move: { move: use.move, fields: use.fields as Json } }),
        }),
      );
      return { id: text(added['id']), secret: text(added['secret']) };
    },
    revokeScorerLink: (id) => change('revoke_scorer_link', { id }),
  };
};
