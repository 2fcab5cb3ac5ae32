import { SIDES } from '../../../../src/rules/rules.ts';
import { COLOURS } from './colours.ts';
import { contentOf, type Content, type PictureInput } from './content.ts';
import { CARD_ROOM, headAndFoot } from './card.ts';
import { baseline, figure, labelled, notices, stamp } from './parts.ts';
import type { Piece } from './pieces.ts';
import { drawRoom, onSide, type Room } from './boxes.ts';

/** The preview of a table's link in a chat: names and score, readable at a quarter of its size. */

const CENTRE = CARD_ROOM.width / 2;
const FRAMES = 200;
const NOTICE = { y: 502, size: 48 } as const;
const SCORE = { alone: { y: 390, largest: 336 }, noticed: { y: 350, largest: 292 } } as const;

const ROOM = {
  ...CARD_ROOM,
  lamp: 10,
  padding: 36,
  name: {
    y: 164,
    weight: 700,
    sizes: [
      [84, 56],
      [56, 42],
      [34, 28],
    ],
  },
} as const;

/** One notice per side: the current break, or the first of the others. */
const saidOf = ({ sides, frame, dir }: Content, index: 0 | 1): Piece | null => {
  const scored = frame?.break;
  if (scored?.side === SIDES[index] && scored.value !== '0') {
    return labelled(scored, { size: NOTICE.size, value: COLOURS.baize, dir });
  }
  const { notices: said, look } = sides[index];
  return said.length === 0
    ? null
    : notices({ notices: said.slice(0, 1), look }, { size: NOTICE.size, width: 440, dir });
};

const frames = ({ frame: content }: Content): string => {
  if (!content) return '';
  const [first, second] = content.frames;
  const y = ROOM.head + (ROOM.foot - ROOM.head) / 2;
  const dash = 32;
  const gap = 10;
  const frame = { width: (FRAMES - dash) / 2 - 2 * gap, largest: 96 };
  return (
    figure(first, frame, COLOURS.ivory, { x: CENTRE - dash / 2 - gap, y, anchor: 'end' }) +
    `<rect x="${CENTRE - dash / 2}" y="${y - 4}" width="${dash}" height="8" rx="4" fill="${COLOURS.brass}"/>` +
    figure(second, frame, COLOURS.ivory, { x: CENTRE + dash / 2 + gap, y, anchor: 'start' })
  );
};

/** SVG of 1200 × 630. */
export const drawPreview = (input: PictureInput): string => {
  const content = contentOf(input);
  const { frame, remark, dir, venue, title } = content;
  const said = [saidOf(content, 0), saidOf(content, 1)];
  const room: Room = {
    ...ROOM,
    middle: frame ? FRAMES : 0,
    score: said.some((piece) => piece !== null) ? SCORE.noticed : SCORE.alone,
  };
  // In snooker the frames are the match; how many win it matters more than the frame's number.
  const goal = frame?.bestOf ? [frame.bestOf] : content.head;
  return drawRoom(
    room,
    content,
    headAndFoot({ venue, title, goal, said: remark, corner: (size) => stamp(content, size), dir }) +
      said
        .map((piece, index) => {
          const { x, y, anchor } = onSide(room, index, NOTICE.y);
          return piece?.draw(x, baseline(y, NOTICE.size), anchor) ?? '';
        })
        .join('') +
      frames(content),
  );
};
