import type { BegunMark, RecordedMark } from './answers.ts';
import type { Incoming } from './incoming.ts';
import { PICTURE_ID, type MarkKind } from '../../../src/core/branding/mark.ts';
import { keptName, MARK_TYPES } from './names.ts';
import type { Ports, StoredFile } from './ports.ts';

/** Marks: the logos and portraits around a venue's boards. */
export interface Marks {
  /** Stores a picture sent with a ticket, which is used up. Returns its id; throws a `Refusal`. */
  readonly take: (request: Request, sender: string) => Promise<string>;
  /** Undefined if there is none. */
  readonly open: (id: string, sender: string) => Promise<StoredFile | undefined>;
}

export const createMarks = (
  { database, files, imageProcessor, report }: Ports,
  { receive, wrongKey }: Incoming,
): Marks => ({
  take: async (request, sender) => {
    const ticket = request.headers.get('x-upload-key') ?? '';
    const begun = (await database.call('begin_mark', { ticket }, sender)) as BegunMark;
    if (begun.status !== 'ok') throw wrongKey(sender);
    const { id, kind, venue } = begun;
    const bytes = await receive(request, { venue, sender }, (sent) => imageProcessor.toMark(sent, kind));
    const type = MARK_TYPES[kind];
    await files.put(keptName(id, type), bytes, type);
    const { status } = (await database.call('record_mark', { id }, sender)) as RecordedMark;
    if (status === 'stored') return id;
    // The venue is gone. If this fails, a sweep removes the file.
    await files
      .remove([id])
      .catch((error: unknown) => report('Files of pictures could not be removed', error));
    throw wrongKey(sender);
  },
  open: async (id, sender) => {
    const kind = PICTURE_ID.test(id)
      ? ((await database.call('find_mark', { id }, sender)) as MarkKind | null)
      : null;
    return kind === null ? undefined : files.get(keptName(id, MARK_TYPES[kind]));
  },
});
