import { parseDetail } from '../../../src/core/overlay/detail.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import type { Found } from './answers.ts';
import { BOARD_SIZE, drawBoard, drawPreview, PREVIEW_SIZE, type PictureInput } from './drawing/index.ts';
import { keptName, madeName, type Variant } from './names.ts';
import type { Ports, Size, StoredFile } from './ports.ts';

/** What is made of pictures when it is first asked for: drawings of boards, small ones, previews of links. */

const SIZES = {
  full: BOARD_SIZE,
  small: { width: 480, height: 270 },
  preview: PREVIEW_SIZE,
} as const satisfies Record<Variant, Size>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The board that a drawn picture shows; null for an uploaded one. */
export const boardOf = ({ board }: Found): PictureInput['board'] | null => {
  if (typeof board !== 'object' || board === null) return null;
  const { p1, p2, s1, s2, race_to, detail } = board as Readonly<Record<string, unknown>>;
  return {
    p1: text(p1),
    p2: text(p2),
    s1: number(s1),
    s2: number(s2),
    raceTo: number(race_to),
    detail: parseDetail(detail),
  };
};

const bytesOf = async (file: StoredFile): Promise<Uint8Array> =>
  new Uint8Array(await new Response(file.stream() as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());

/**
 * Gives the function that opens a picture in one of its forms, and makes that first where it is missing; undefined when the
 * uploaded file is gone. What is asked for twice at once is made once.
 */
export const createMade = ({
  files,
  darkroom,
  easel,
  turn,
}: Ports): ((
  picture: Found,
  variant: Variant,
  locale: Locale,
  sender: string,
) => Promise<StoredFile | undefined>) => {
  /** Whether there was something to make it of. */
  const making = new Map<string, Promise<boolean>>();

  return async function open(picture, variant, locale, sender) {
    const { id, source, type } = picture;
    const board = boardOf(picture);
    const isKept = source === 'upload' && variant === 'full';
    if (isKept) return files.get(keptName(id, type));
    const name = madeName(id, variant, source === 'board' ? locale : undefined);

    const make = async (): Promise<Uint8Array | undefined> => {
      if (board && variant !== 'small') {
        const draw = variant === 'preview' ? drawPreview : drawBoard;
        const input = {
          board,
          title: picture.title,
          capturedAtMillis: Date.parse(picture.captured_at),
          locale,
        };
        return turn(sender, () => easel.draw(draw(input), SIZES[variant]));
      }
      const full = await open(picture, 'full', locale, sender);
      if (!full) return undefined;
      return turn(sender, async () => darkroom.fit(await bytesOf(full), SIZES[variant]));
    };

    for (;;) {
      const file = await files.get(name);
      if (file) return file;
      const running = making.get(name);
      if (running) {
        // What failed for somebody else is tried again for this one.
        await running.catch(() => undefined);
        continue;
      }
      const work = make()
        .then(async (bytes) => {
          if (bytes) await files.put(name, bytes, 'image/jpeg');
          return bytes !== undefined;
        })
        .finally(() => making.delete(name));
      making.set(name, work);
      if (!(await work)) return undefined;
    }
  };
};
