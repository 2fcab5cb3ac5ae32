import { COLOURS } from './colours.ts';
import { contentOf, type Content, type PictureInput, type FrameContent } from './content.ts';
import {
  allLabelled,
  baseline,
  ends,
  figure,
  fitted,
  heading,
  labelled,
  notices,
  stamp,
  within,
} from './parts.ts';
import { drawRoom, onSide, sideWidth, type Room } from './boxes.ts';
import { ball, wordmark } from './shapes.ts';
import { words } from './type.ts';

/** A table's picture, designed for televisions but also read on phones. All lengths are in its pixels. */

export const BOARD_SIZE = { width: 1920, height: 1080 } as const;

const { width: WIDTH, height: HEIGHT } = BOARD_SIZE;
const CENTRE = WIDTH / 2;
const MARGIN = 66;
const HEAD = 118;

/** The largest and smallest type sizes for one, two and three lines. */
const TITLE = [
  [64, 52],
  [46, 36],
] as const;
const REMARK = [
  [60, 44],
  [44, 36],
] as const;
const NAME = [
  [116, 76],
  [76, 54],
  [46, 40],
] as const;
const NOTICE = 64;

const ROOM = {
  ...BOARD_SIZE,
  edge: 0,
  head: HEAD,
  lamp: 14,
  name: { y: 226, weight: 700, sizes: NAME },
} as const;

/** Space for rack scores, and for points between frames; scores shrink if a side has something to say. */
const ROOMS = {
  numbers: { ...ROOM, foot: 930, middle: 0, padding: 60, score: { y: 612, largest: 640 } },
  racks: { ...ROOM, foot: 884, middle: 0, padding: 60, score: { y: 592, largest: 640 } },
  frames: { ...ROOM, foot: 820, middle: 334, padding: 44, score: { y: 546, largest: 440 } },
} as const satisfies Readonly<Record<string, Room>>;
const NOTICED = {
  racks: { y: 806, score: { y: 534, largest: 540 } },
  frames: { y: 756, score: { y: 506, largest: 380 } },
} as const;

const head = (content: Content): string => {
  const { dir, head: goal } = content;
  const { start, end } = ends(WIDTH, MARGIN, dir);
  const y = HEAD / 2;
  const middle = allLabelled(goal, { size: 64, dir });
  const width = CENTRE - MARGIN - middle.width / 2 - 48;
  return (
    heading(content, { width, sizes: TITLE }, { ...start, y }) +
    middle.draw(CENTRE, baseline(y, 64), 'middle') +
    within((size) => stamp(content, size), 56, width).draw(end.x, baseline(y, 56), end.anchor)
  );
};

/** The frames, between the points. */
const frames = ({ frames: [first, second], bestOf }: FrameContent, { dir, remark }: Content): string => {
  const dash = 52;
  const gap = 14;
  const width = ROOMS.frames.middle - 36;
  const y = remark === null ? 440 : 300;
  const frame = { width: (width - dash) / 2 - gap, largest: 120 };
  return (
    figure(first, frame, COLOURS.ivory, { x: CENTRE - dash / 2 - gap, y, anchor: 'end' }) +
    `<rect x="${CENTRE - dash / 2}" y="${y - 6}" width="${dash}" height="12" rx="6" fill="${COLOURS.brass}"/>` +
    figure(second, frame, COLOURS.ivory, { x: CENTRE + dash / 2 + gap, y, anchor: 'start' }) +
    (bestOf
      ? within((size) => labelled(bestOf, { size, dir }), 58, width).draw(CENTRE, y + 132, 'middle')
      : '') +
    (remark === null
      ? ''
      : ball('black', 68, 0).draw(CENTRE, y + 232, 'middle') +
        fitted(remark, { width, weight: 700, sizes: REMARK }, COLOURS['brass-lit'], {
          x: CENTRE,
          y: y + 336,
          anchor: 'middle',
        }))
  );
};

/** Row layouts for the balls of a break; the first that fits is used. */
const BALL_ROWS = [
  { size: 78, gap: 12, rows: 1 },
  { size: 62, gap: 10, rows: 2 },
  { size: 50, gap: 8, rows: 3 },
] as const;

/** The balls of a break in reading order, across `width` from `start`. */
const breakBalls = (
  balls: readonly Parameters<typeof ball>[0][],
  { start, width, y }: { readonly start: number; readonly width: number; readonly y: number },
  at: (offset: number) => number,
): string => {
  const [most] = BALL_ROWS.slice(-1);
  const perRow = ({ size, gap }: { readonly size: number; readonly gap: number }): number =>
    Math.max(1, Math.floor((width + gap) / (size + gap)));
  const choice = BALL_ROWS.find((rows) => balls.length <= rows.rows * perRow(rows)) ?? most;
  const { size, gap, rows } = choice ?? BALL_ROWS[0];
  const inRow = perRow({ size, gap });
  const shown = balls.slice(-rows * inRow);
  const used = Math.ceil(shown.length / inRow);
  return shown
    .map((paint, index) => {
      const x = start + (index % inRow) * (size + gap) + size / 2;
      const line = Math.floor(index / inRow) - (used - 1) / 2;
      return ball(paint, size, 0).draw(at(x), y + line * (size + gap), 'middle');
    })
    .join('');
};

/** The break with its balls, the lead and what remains. */
const frameFoot = ({ sums, break: scored }: FrameContent, { dir }: Content): string => {
  const y = (ROOMS.frames.foot + HEIGHT) / 2;
  const rtl = dir === 'rtl';
  const at = (offset: number): number => (rtl ? WIDTH - offset : offset);
  const [start, end] = rtl ? (['end', 'start'] as const) : (['start', 'end'] as const);
  const pieces = sums.map(({ label, value }) => ({
    label: words(label, { weight: 500, size: 72, fill: COLOURS['ivory-dim'] }, dir),
    value: words(value ?? '', { weight: 700, size: 84, fill: COLOURS.ivory }, 'ltr'),
  }));
  const widest = (of: 'label' | 'value'): number => Math.max(...pieces.map((piece) => piece[of].width));
  const sumsStart = WIDTH - MARGIN - widest('value') - 36 - widest('label');
  const drawnSums = pieces
    .map(({ label, value }, index) => {
      const middle = y + (index - (pieces.length - 1) / 2) * 118;
      return (
        label.draw(at(sumsStart), baseline(middle, 72), start) +
        value.draw(at(WIDTH - MARGIN), baseline(middle, 84), end)
      );
    })
    .join('');
  if (!scored) return drawnSums;
  const bright = scored.side !== null && scored.value !== '0';
  const size = bright ? 184 : 120;
  const label = words(scored.label, { weight: 500, size: 76, fill: COLOURS['ivory-dim'] }, dir);
  const value = words(
    scored.value ?? '',
    { weight: 700, size, fill: bright ? COLOURS.baize : COLOURS.ivory },
    'ltr',
  );
  const valueStart = MARGIN + label.width + 36;
  const ballsStart = valueStart + value.width + 52;
  return (
    label.draw(at(MARGIN), baseline(y, size), start) +
    value.draw(at(valueStart), baseline(y, size), start) +
    breakBalls(scored.balls, { start: ballsStart, width: sumsStart - 64 - ballsStart, y }, at) +
    drawnSums
  );
};

/** The remark about both sides and each side's notices, around the wordmark. */
const rackFoot = ({ sides, remark, dir }: Content, room: Room, onSides: boolean): string => {
  const y = (room.foot + HEIGHT) / 2;
  const width = CENTRE - MARGIN - 290;
  return (
    (onSides
      ? ''
      : sides
          .map(({ notices: said }, index) => {
            const piece = notices({ notices: said, look: 'plain' }, { size: NOTICE, width, dir });
            const { x, anchor } = ends(WIDTH, MARGIN, 'ltr')[index === 0 ? 'start' : 'end'];
            return piece.draw(x, baseline(y, NOTICE), anchor);
          })
          .join('')) +
    (remark === null
      ? wordmark(50).draw(CENTRE, baseline(y, 50), 'middle')
      : fitted(remark, { width: 500, weight: 700, sizes: REMARK }, COLOURS['brass-lit'], {
          x: CENTRE,
          y: y - 36,
          anchor: 'middle',
        }) + wordmark(42).draw(CENTRE, baseline(y + 48, 42), 'middle'))
  );
};

/** SVG of 1920 × 1080. */
export const drawBoard = (input: PictureInput): string => {
  const content = contentOf(input);
  const { sides, frame, countsRacks, dir } = content;
  const kind = frame ? 'frames' : countsRacks ? 'racks' : 'numbers';
  // With points, every notice goes on its side; with racks, only the winner's.
  const noticed =
    kind === 'frames' && sides.some(({ notices: said }) => said.length > 0)
      ? NOTICED.frames
      : kind === 'racks' && sides.some(({ look }) => look === 'won')
        ? NOTICED.racks
        : null;
  const room: Room = { ...ROOMS[kind], ...(noticed && { score: noticed.score }) };
  const width = sideWidth(room) - 2 * room.padding;
  return drawRoom(
    room,
    content,
    head(content) +
      (noticed
        ? sides
            .map((side, index) => {
              const { x, y, anchor } = onSide(room, index, noticed.y);
              return notices(side, { size: NOTICE, width, dir }).draw(x, baseline(y, NOTICE), anchor);
            })
            .join('')
        : '') +
      (frame
        ? frames(frame, content) +
          frameFoot(frame, content) +
          wordmark(42).draw(CENTRE, room.foot - 34, 'middle')
        : rackFoot(content, room, noticed !== null)),
  );
};
