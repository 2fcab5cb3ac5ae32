import { flag, listOf, millis, number, object, oneOf, orNull, text } from './answers.ts';
import type { FailedUpload, PicturedTable, PicturesBackend, UploadKey, VenuePictures } from './contract.ts';
import type { Requests } from './requests.ts';
import { readNamedVenue } from './tables.ts';

const SOURCES = ['upload', 'board'] as const;

const readLatest = (value: unknown): NonNullable<PicturedTable['latest']> => {
  const latest = object(value);
  return {
    id: orNull(text, latest['id']),
    source: oneOf(SOURCES, latest['source']),
    capturedAtMillis: millis(latest['captured_at']),
  };
};

const readTable = (value: unknown): PicturedTable => {
  const table = object(value);
  return {
    tableId: orNull(text, table['table_id']),
    matchId: text(table['match_id']),
    board: text(table['board']),
    title: orNull(text, table['title']) ?? '',
    archived: flag(table['archived']),
    latest: orNull(readLatest, table['latest']),
    uploadedAtMillis: orNull(millis, table['uploaded_at']),
  };
};

const readKey = (value: unknown): UploadKey => {
  const key = object(value);
  return {
    id: text(key['id']),
    label: text(key['label']),
    createdAtMillis: millis(key['created_at']),
    lastUsedAtMillis: orNull(millis, key['last_used_at']),
    revoked: flag(key['revoked']),
  };
};

const readFailure = (value: unknown): FailedUpload => {
  const failure = object(value);
  return {
    matchId: text(failure['match_id']),
    atMillis: millis(failure['at']),
    reason: text(failure['reason']),
    keyLabel: orNull(text, failure['key_label']) ?? '',
  };
};

const readVenue = (value: unknown): VenuePictures => {
  const venue = object(value);
  return {
    slug: text(venue['slug']),
    isPublic: flag(venue['is_public']),
    keepDays: number(venue['keep_days']),
    ...readNamedVenue(venue),
    keepLogDays: number(venue['keep_log_days']),
    showsLive: flag(venue['shows_live']),
    shortensNames: flag(venue['shortens_names']),
    fullNames: flag(venue['full_names']),
    keys: listOf(readKey, venue['keys']),
    tables: listOf(readTable, venue['tables']),
    failures: listOf(readFailure, venue['failures']),
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
      const added = object(await call('add_upload_key', { label }));
      return { id: text(added['id']), secret: text(added['secret']) };
    },
    revokeUploadKey: (id) => change('revoke_upload_key', { id }),
  };
};
