import { parseScore, type BoardScore } from '../../../src/core/overlay/board.ts';
import { isObject } from '../../../src/rules/read.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import type { Found } from './answers.ts';
import { BOARD_SIZE, drawBoard, drawPreview, CARD_SIZE } from './drawing/index.ts';
import { keptName, renditionName, type Variant } from './names.ts';
import type { Ports, Size, SnapshotFiles, StoredFile } from './ports.ts';

/** Made on first request: drawings of boards, thumbnails and link previews. */

const SIZES = {
  full: BOARD_SIZE,
  small: { width: 480, height: 270 },
  preview: CARD_SIZE,
} as const satisfies Record<Variant, Size>;

/** The board on a drawn picture; null for an uploaded one. */
export const boardOf = ({ board }: Found): BoardScore | null => (isObject(board) ? parseScore(board) : null);

const bytesOf = async (file: StoredFile): Promise<Uint8Array> =>
  new Uint8Array(await new Response(file.stream() as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());

/** Whether there is such a file. Closes the stream it opens. */
export const isThere = async (files: SnapshotFiles, name: string): Promise<boolean> => {
  const file = await files.get(name);
  await file?.stream().cancel();
  return file !== undefined;
};

/** Runs work under a name; simultaneous calls with the same name share it. */
const createShared = (): ((name: string, work: () => Promise<void>) => Promise<void>) => {
  const running = new Map<string, Promise<void>>();
  return (name, work) => {
    const shared = running.get(name) ?? work().finally(() => running.delete(name));
    running.set(name, shared);
    return shared;
  };
};

/**
 * Opens a picture in one of its forms, making it first if missing; undefined if the uploaded file is gone. Simultaneous
 * requests make it once.
 */
export const createRenditions = ({
  files,
  imageProcessor,
  svgRasterizer,
  turn,
  drawingTurn,
}: Ports): ((
  picture: Found,
  variant: Variant,
  locale: Locale,
  sender: string,
) => Promise<StoredFile | undefined>) => {
  const wait = createShared();
  const make = createShared();

  const nameOf = ({ id, source, type }: Found, variant: Variant, locale: Locale): string =>
    source === 'upload' && variant === 'full'
      ? keptName(id, type)
      : renditionName(id, variant, source === 'board' ? locale : undefined);

  const makeMissing = async (
    picture: Found,
    variant: Variant,
    locale: Locale,
    sender: string,
  ): Promise<void> => {
    const name = nameOf(picture, variant, locale);
    const size = SIZES[variant];
    const board = boardOf(picture);
    let work: () => Promise<Uint8Array | undefined>;
    if (board && variant !== 'small') {
      const draw = variant === 'preview' ? drawPreview : drawBoard;
      const { title, venue, captured_at } = picture;
      const input = { board, title, venue, capturedAtMillis: Date.parse(captured_at), locale };
      work = () => svgRasterizer.draw(draw(input), size);
    } else {
      const fullName = nameOf(picture, 'full', locale);
      if (board && !(await isThere(files, fullName))) await makeMissing(picture, 'full', locale, sender);
      work = async () => {
        const full = await files.get(fullName);
        return full && imageProcessor.fit(await bytesOf(full), size);
      };
    }
    // Each sender waits their own turn, so one with too many requests doesn't delay the rest. Nothing is loaded into
    // memory before that.
    const take = board ? drawingTurn : turn;
    await wait(`${sender} ${name}`, () =>
      take(sender, () =>
        make(name, async () => {
          if (await isThere(files, name)) return;
          const made = await work();
          if (made) await files.put(name, made, 'image/jpeg');
        }),
      ),
    );
  };

  return async (picture, variant, locale, sender) => {
    const name = nameOf(picture, variant, locale);
    const found = await files.get(name);
    if (found || (picture.source === 'upload' && variant === 'full')) return found;
    await makeMissing(picture, variant, locale, sender);
    return files.get(name);
  };
};
