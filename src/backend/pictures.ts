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
import type { FailedUpload, PicturedTable, PicturesBackend, UploadKey, VenuePictures } from './contract.ts';
import type { Requests } from './requests.ts';
import { readNamedVenue } from './tables.ts';

const SOURCES = ['upload', 'board'] as const;

const readLatest = (value: unknown): NonNullable<PicturedTable['latest']> => {
  const latest = expectObject(value);
  return {
    id: orNull(expectText, latest['id']),
    source: expectOneOf(SOURCES, latest['source']),
    capturedAtMillis: expectMillis(latest['captured_at']),
  };
};

const readTable = (value: unknown): PicturedTable => {
  const table = expectObject(value);
  return {
    tableId: orNull(expectText, table['table_id']),
    matchId: expectText(table['match_id']),
    board: expectText(table['board']),
    title: orNull(expectText, table['title']) ?? '',
    archived: expectFlag(table['archived']),
    latest: orNull(readLatest, table['latest']),
    uploadedAtMillis: orNull(expectMillis, table['uploaded_at']),
  };
};

const readKey = (value: unknown): UploadKey => {
  const key = expectObject(value);
  return {
    id: expectText(key['id']),
    label: expectText(key['label']),
    createdAtMillis: expectMillis(key['created_at']),
    lastUsedAtMillis: orNull(expectMillis, key['last_used_at']),
    revoked: expectFlag(key['revoked']),
  };
};

const readFailure = (value: unknown): FailedUpload => {
  const failure = expectObject(value);
  return {
    matchId: expectText(failure['match_id']),
    atMillis: expectMillis(failure['at']),
    reason: expectText(failure['reason']),
    keyLabel: orNull(expectText, failure['key_label']) ?? '',
  };
};

const readVenue = (value: unknown): VenuePictures => {
  const venue = expectObject(value);
  return {
    slug: expectText(venue['slug']),
    isPublic: expectFlag(venue['is_public']),
    keepDays: expectNumber(venue['keep_days']),
    ...readNamedVenue(venue),
    keepLogDays: expectNumber(venue['keep_log_days']),
    showsLive: expectFlag(venue['shows_live']),
    shortensNames: expectFlag(venue['shortens_names']),
    fullNames: expectFlag(venue['full_names']),
    keys: expectList(readKey, venue['keys']),
    tables: expectList(readTable, venue['tables']),
    failures: expectList(readFailure, venue['failures']),
  };
};

/** The backend of a venue's public pages: the tables' pictures, and the keys for uploading them. */
export const picturesBackend = ({ call, change }: Requests): PicturesBackend => {
  return {
    getVenue: async () => readVenue(await call('get_venue', {})),
    updateVenue: (changed) =>
      change('update_venue', {
        is_public: changed.isPublic ?? null,
        keep_days: changed.keepDays ?? null,
        time_zone: changed.timeZone ?? null,
        closing_hour: changed.closingHour ?? null,
        keep_log_days: changed.keepLogDays ?? null,
        shows_live: changed.showsLive ?? null,
        shortens_names: changed.shortensNames ?? null,
        full_names: changed.fullNames ?? null,
        title: changed.title ?? null,
      }),
    addUploadKey: async (label) => {
      const added = expectObject(await call('add_upload_key', { label }));
      return { id: expectText(added['id']), secret: expectText(added['secret']) };
    },
    revokeUploadKey: (id) => change('revoke_upload_key', { id }),
  };
};
