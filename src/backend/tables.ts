import { parseBoard } from '../core/overlay/board.ts';
import { flag, listOf, millis, number, object, orNull, text } from './answers.ts';
import type { Client } from './client.ts';
import type { ScorerLink, Table, TablesBackend, VenueTime } from './contract.ts';
import { readMatchSummary, readScreens } from './matches.ts';
import { ownerRequests, unreadable } from './requests.ts';

const readTable = (value: unknown): Table => {
  const table = object(value);
  const board = parseBoard(table['state']);
  if (!board) throw unreadable();
  return {
    id: text(table['id']),
    token: text(table['token']),
    title: text(table['title']),
    archived: flag(table['archived']),
    board,
    match: readMatchSummary(table['match']),
    screens: readScreens(table['screens']),
    scoredAtMillis: orNull(millis, table['scored_at']),
    scorerSeenAtMillis: orNull(millis, table['scorer_seen_at']),
  };
};

const readScorerLink = (value: unknown): ScorerLink => {
  const link = object(value);
  return {
    id: text(link['id']),
    label: text(link['label']),
    createdAtMillis: millis(link['created_at']),
    endsAtMillis: orNull(millis, link['ends_at']),
    lastUsedAtMillis: orNull(millis, link['last_used_at']),
    revoked: flag(link['revoked']),
  };
};

export const readVenueTime = (value: unknown): VenueTime => {
  const venue = object(value);
  return { timeZone: text(venue['time_zone']), closingHour: number(venue['closing_hour']) };
};

/** The backend of an owner's tables and their scorer links. */
export const tablesBackend = (client: Client): TablesBackend => {
  const { call } = ownerRequests(client);
  return {
    listTables: async () => {
      const answer = object(await call('list_tables', {}));
      return {
        tables: listOf(readTable, answer['tables']),
        venue: readVenueTime(answer['venue']),
        serverMillis: millis(answer['server_time']),
      };
    },
    addTable: async (title) => text(await call('add_table', { title })),
    renameTable: async (id, title) => {
      await call('update_table', { id, title });
    },
    orderTables: async (ids) => {
      await call('order_tables', { ids: [...ids] });
    },
    archiveTable: async (id, archived) => {
      await call('update_table', { id, archived });
    },
    replaceOverlayLink: async (id) => text(await call('replace_overlay_link', { id })),
    listScorerLinks: async (tableId) =>
      listOf(readScorerLink, await call('list_scorer_links', { table_id: tableId })),
    addScorerLink: async (tableId, label, endsAtMillis) => {
      const ends = endsAtMillis === null ? null : new Date(endsAtMillis).toISOString();
      const added = object(await call('add_scorer_link', { table_id: tableId, label, ends_at: ends }));
      return { id: text(added['id']), secret: text(added['secret']) };
    },
    revokeScorerLink: async (id) => {
      await call('revoke_scorer_link', { id });
    },
  };
};
