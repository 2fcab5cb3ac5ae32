import { COLOURS } from './colours.ts';
import { contentOf, type Content, type PictureInput } from './content.ts';
import {
  CAPITAL,
  figure,
  fitted,
  ground,
  inkOf,
  labelled,
  notices,
  plate,
  strip,
  within,
  type Place,
} from './parts.ts';
import { row, type Piece } from './pieces.ts';
import { BALL_DEFS, wordmark } from './shapes.ts';
import { words, type Direction } from './type.ts';

/** The picture that a chat shows for a table's link: names and score, to be read at a quarter of its size. */

export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

const { width: WIDTH, height: HEIGHT } = PREVIEW_SIZE;
const MARGIN = 44;
const HEAD = 92;
const FOOT = 542;
const MIDDLE = { none: 0, frames: 196 } as const;
const NAME = { y: 168, weight: 700, largest: 84, oneLine: 56, smallest: 40 } as const;
const SCORE = { alone: { y: 368, largest: 380 }, noticed: { y: 336, largest: 310 } } as const;
const NOTICE = { y: 498, size: 46 } as const;

/** One thing of each side: who has won before the break, the break before the rest. */
const saidOf = ({ sides, snooker, dir }: Content, index: 0 | 1): Piece | null => {
  const side = sides[index];
  const scored = snooker?.break;
  if (scored && scored.side === (index === 0 ? 'A' : 'B') && scored.value !== '0') {
    return labelled(scored, { size: NOTICE.size, label: COLOURS['ivory-dim'], value: COLOURS.baize, dir });
  }
  return side.notices.length === 0
    ? null
    : notices({ ...side, notices: side.notices.slice(0, 1) }, NOTICE.size, 480, dir);
};

const ends = (dir: Direction) =>
  dir === 'rtl'
    ? ({ start: [WIDTH - MARGIN, 'end'], end: [MARGIN, 'start'] } as const)
    : ({ start: [MARGIN, 'start'], end: [WIDTH - MARGIN, 'end'] } as const);

const frames = ({ snooker }: Content): string => {
  if (!snooker) return '';
  const x = WIDTH / 2;
  const y = SCORE.alone.y - 20;
  const dash = 34;
  const frame = { width: (MIDDLE.frames - dash) / 2 - 18, largest: 92 };
  return (
    figure(snooker.frames[0], frame, COLOURS.ivory, { x: x - dash / 2 - 10, y, anchor: 'end' }) +
    `<rect x="${x - dash / 2}" y="${y - 4}" width="${dash}" height="8" rx="4" fill="${COLOURS.brass}"/>` +
    figure(snooker.frames[1], frame, COLOURS.ivory, { x: x + dash / 2 + 10, y, anchor: 'start' })
  );
};

/** SVG of 1200 × 630. */
export const drawPreview = (input: PictureInput): string => {
  const content = contentOf(input);
  const { sides, snooker, remark, dir, title, date, time } = content;
  const middle = snooker ? MIDDLE.frames : MIDDLE.none;
  const panel = (WIDTH - middle) / 2;
  const inner = panel - 2 * MARGIN;
  const said = [saidOf(content, 0), saidOf(content, 1)];
  const score = said.some((piece) => piece !== null) ? SCORE.noticed : SCORE.alone;
  const place = (index: number, y: number): Place => ({
    x: index === 0 ? panel / 2 : WIDTH - panel / 2,
    y,
    anchor: 'middle',
  });
  const baseline = (y: number, size: number): number => y + (CAPITAL / 2) * size;
  const room = { y: HEAD, height: FOOT - HEAD };
  const edges = middle === 0 ? [WIDTH / 2 - 1] : [panel - 1, WIDTH - panel - 1];
  const { start, end } = ends(dir);
  // In snooker the frames are the match, and how many win it says more than the frame's number.
  const goal = snooker?.bestOf ?? content.head;
  const goalPiece =
    goal &&
    within(
      (size) => labelled(goal, { size, label: COLOURS['ivory-dim'], value: COLOURS.ivory, dir }),
      48,
      420,
    );
  const titleRoom = WIDTH - 2 * MARGIN - (goalPiece?.width ?? 0) - 40;
  const stamp = (size: number): Piece =>
    row(
      [
        words(date, { weight: 500, size, fill: COLOURS['ivory-dim'] }, dir),
        words(time, { weight: 700, size, fill: COLOURS.ivory }, 'ltr'),
      ],
      size * 0.36,
      dir,
    );
  const footMiddle = (FOOT + HEIGHT) / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
    `<defs>${BALL_DEFS}</defs>` +
    ground(PREVIEW_SIZE) +
    (middle === 0
      ? ''
      : `<rect x="${panel}" y="${HEAD}" width="${middle}" height="${room.height}" fill="#00000066"/>`) +
    sides
      .map(({ look }, index) =>
        plate(look, { x: index === 0 ? 0 : WIDTH - panel, width: panel, ...room }, 10),
      )
      .join('') +
    edges
      .map((x) => `<rect x="${x}" y="${HEAD}" width="2" height="${room.height}" fill="#ffe7b01f"/>`)
      .join('') +
    strip({ x: 0, y: 0, width: WIDTH, height: HEAD }, '#00000040', HEAD - 1) +
    strip({ x: 0, y: FOOT, width: WIDTH, height: HEIGHT - FOOT }, '#030b08', FOOT) +
    fitted(title, { width: titleRoom, weight: 700, largest: 50, oneLine: 40, smallest: 32 }, COLOURS.ivory, {
      x: start[0],
      y: HEAD / 2,
      anchor: start[1],
    }) +
    (goalPiece?.draw(end[0], baseline(HEAD / 2, 48), end[1]) ?? '') +
    sides
      .map((side, index) => {
        const ink = inkOf(side.look);
        const { x } = place(index, 0);
        return (
          fitted(side.name, { ...NAME, width: inner }, ink, place(index, NAME.y)) +
          figure(side.score, { width: inner, largest: score.largest }, ink, place(index, score.y)) +
          (said[index]?.draw(x, baseline(NOTICE.y, NOTICE.size), 'middle') ?? '')
        );
      })
      .join('') +
    frames(content) +
    wordmark(44).draw(start[0], baseline(footMiddle, 44), start[1]) +
    (remark === null
      ? ''
      : within((size) => words(remark, { weight: 700, size, fill: COLOURS['brass-lit'] }, dir), 42, 380).draw(
          WIDTH / 2,
          baseline(footMiddle, 42),
          'middle',
        )) +
    within(stamp, 42, 420).draw(end[0], baseline(footMiddle, 42), end[1]) +
    '</svg>'
  );
};
