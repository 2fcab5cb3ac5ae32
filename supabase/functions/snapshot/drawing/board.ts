import { COLOURS } from './colours.ts';
import { contentOf, type Content, type Labelled, type PictureInput, type SnookerContent } from './content.ts';
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
import { row } from './pieces.ts';
import { ball, BALL_DEFS, wordmark } from './shapes.ts';
import { words } from './type.ts';

/** A table's picture, designed for a television and looked at on a phone. All lengths are its pixels. */

export const BOARD_SIZE = { width: 1920, height: 1080 } as const;

const { width: WIDTH, height: HEIGHT } = BOARD_SIZE;
const MARGIN = 66;
const HEAD = 118;
const DARK = '#030b08';

/** What differs between games: where the room ends, and what stands in it. */
const LAYOUTS = {
  plain: { foot: 930, middle: 0, name: 226, score: { y: 612, largest: 640 }, notice: 0 },
  pool: { foot: 884, middle: 0, name: 226, score: { y: 592, largest: 640 }, notice: 982 },
  snooker: { foot: 820, middle: 326, name: 222, score: { y: 546, largest: 440 }, notice: 0 },
} as const;

/** Where a snooker side has something to say, its score makes room. */
const SNOOKER_NOTICE = { y: 752, score: { y: 500, largest: 380 } } as const;

const NAME = { weight: 700, largest: 116, oneLine: 76, smallest: 50 } as const;
const NOTICE = 60;

const head = ({ dir, title, head: goal, date, time }: Content): string => {
  const [start, end] =
    dir === 'rtl' ? ([WIDTH - MARGIN, MARGIN] as const) : ([MARGIN, WIDTH - MARGIN] as const);
  const y = HEAD / 2;
  const [titleAnchor, whenAnchor] = dir === 'rtl' ? (['end', 'start'] as const) : (['start', 'end'] as const);
  const baseline = (size: number): number => y + (CAPITAL / 2) * size;
  const goalPiece =
    goal && labelled(goal, { size: 64, label: COLOURS['ivory-dim'], value: COLOURS.ivory, dir });
  const room = WIDTH / 2 - MARGIN - (goalPiece?.width ?? 0) / 2 - 48;
  const whenPiece = within(
    (size) =>
      row(
        [
          words(date, { weight: 500, size, fill: COLOURS['ivory-dim'] }, dir),
          words(time, { weight: 700, size, fill: COLOURS.ivory }, 'ltr'),
        ],
        size * 0.4,
        dir,
      ),
    56,
    room,
  );
  return (
    fitted(title, { width: room, weight: 700, largest: 64, oneLine: 52, smallest: 40 }, COLOURS.ivory, {
      x: start,
      y,
      anchor: titleAnchor,
    }) +
    (goalPiece?.draw(WIDTH / 2, baseline(64), 'middle') ?? '') +
    whenPiece.draw(end, baseline(56), whenAnchor)
  );
};

const MIDDLE = 290;

/** Frames, between the points. */
const framesBetween = ({ frames, bestOf }: SnookerContent, { dir, remark }: Content): string => {
  const x = WIDTH / 2;
  const count = 118;
  const dash = 54;
  const frame = { width: (MIDDLE - dash) / 2 - 14, largest: count };
  const y = remark === null ? 430 : 370;
  const best = (said: Labelled) => (size: number) =>
    labelled(said, { size, label: COLOURS['ivory-dim'], value: COLOURS.ivory, dir });
  return (
    figure(frames[0], frame, COLOURS.ivory, { x: x - dash / 2 - 14, y, anchor: 'end' }) +
    `<rect x="${x - dash / 2}" y="${y - 6}" width="${dash}" height="12" rx="6" fill="${COLOURS.brass}"/>` +
    figure(frames[1], frame, COLOURS.ivory, { x: x + dash / 2 + 14, y, anchor: 'start' }) +
    (bestOf === null ? '' : within(best(bestOf), 58, MIDDLE).draw(x, y + 132, 'middle')) +
    (remark === null
      ? ''
      : ball('black', 52, 0).draw(x, y + 200, 'middle') +
        fitted(
          remark,
          { width: MIDDLE, weight: 500, largest: 52, oneLine: 52, smallest: 36 },
          COLOURS['brass-lit'],
          {
            x,
            y: y + 290,
            anchor: 'middle',
          },
        ))
  );
};

/** Rows of balls for a break of any length, by the room that they have. */
const BALL_ROWS = [
  { size: 78, gap: 12, rows: 1 },
  { size: 62, gap: 10, rows: 2 },
  { size: 50, gap: 8, rows: 3 },
] as const;

const breakBalls = (
  balls: SnookerContent['break'],
  left: number,
  right: number,
  y: number,
  rtl: boolean,
): string => {
  const all = balls?.balls ?? [];
  const perRow = ({ size, gap }: (typeof BALL_ROWS)[number]): number =>
    Math.max(1, Math.floor((right - left + gap) / (size + gap)));
  const fits = BALL_ROWS.find((choice) => all.length <= choice.rows * perRow(choice)) ?? BALL_ROWS[2];
  const { size, gap, rows } = fits;
  const shown = all.slice(-rows * perRow(fits));
  const used = Math.ceil(shown.length / perRow(fits));
  return shown
    .map((paint, index) => {
      const line = Math.floor(index / perRow(fits));
      const step = (index % perRow(fits)) * (size + gap) + size / 2;
      const middle = y + (line - (used - 1) / 2) * (size + gap);
      return ball(paint, size, 0).draw(rtl ? right - step : left + step, middle, 'middle');
    })
    .join('');
};

/** The break with its balls, who leads by how much, and what is left. */
const snookerFoot = (snooker: SnookerContent, { dir }: Content): string => {
  const rtl = dir === 'rtl';
  const top = LAYOUTS.snooker.foot;
  const y = (top + HEIGHT) / 2;
  const at = (offset: number): number => (rtl ? WIDTH - offset : offset);
  const [start, end] = rtl ? (['end', 'start'] as const) : (['start', 'end'] as const);
  const pieces = snooker.sums.map(({ label, value }) => ({
    label: words(label, { weight: 500, size: 72, fill: COLOURS['ivory-dim'] }, dir),
    value: words(value ?? '', { weight: 700, size: 84, fill: COLOURS.ivory }, 'ltr'),
  }));
  const labels = Math.max(...pieces.map(({ label }) => label.width));
  const values = Math.max(...pieces.map(({ value }) => value.width));
  const sumsStart = WIDTH - MARGIN - values - 36 - labels;
  const sums = pieces
    .map(({ label, value }, index) => {
      const middle = y + (index - (pieces.length - 1) / 2) * 118;
      return (
        label.draw(at(sumsStart), middle + (CAPITAL / 2) * 72, start) +
        value.draw(at(WIDTH - MARGIN), middle + (CAPITAL / 2) * 84, end)
      );
    })
    .join('');
  if (!snooker.break) return sums;
  const label = words(snooker.break.label, { weight: 500, size: 76, fill: COLOURS['ivory-dim'] }, dir);
  const scored = snooker.break.value !== '0';
  const value = words(
    snooker.break.value ?? '',
    {
      weight: 700,
      size: scored ? 184 : 110,
      fill: scored && snooker.break.side !== null ? COLOURS.baize : COLOURS.ivory,
    },
    'ltr',
  );
  const baseline = y + (CAPITAL / 2) * (scored ? 184 : 110);
  const valueStart = MARGIN + label.width + 36;
  const ballsStart = valueStart + value.width + 52;
  const ballsEnd = sumsStart - 64;
  return (
    label.draw(at(MARGIN), baseline, start) +
    value.draw(at(valueStart), baseline, start) +
    breakBalls(
      snooker.break,
      rtl ? WIDTH - ballsEnd : ballsStart,
      rtl ? WIDTH - ballsStart : ballsEnd,
      y,
      rtl,
    ) +
    sums
  );
};

/** SVG of 1920 × 1080. */
export const drawBoard = (input: PictureInput): string => {
  const content = contentOf(input);
  const { sides, snooker, remark, dir } = content;
  const game = input.board.detail?.game ?? 'plain';
  const layout = LAYOUTS[game];
  const says = game === 'snooker' && sides.some((side) => side.notices.length > 0);
  const score = says ? SNOOKER_NOTICE.score : layout.score;
  const noticeY = says ? SNOOKER_NOTICE.y : layout.notice;
  const panel = (WIDTH - layout.middle) / 2;
  const inner = panel - 2 * MARGIN;
  const place = (index: number, y: number): Place => ({
    x: index === 0 ? panel / 2 : WIDTH - panel / 2,
    y,
    anchor: 'middle',
  });
  const edges = layout.middle === 0 ? [WIDTH / 2 - 1] : [panel - 1, WIDTH - panel - 1];
  const room = { y: HEAD, height: layout.foot - HEAD };
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
    `<defs>${BALL_DEFS}</defs>` +
    ground(BOARD_SIZE) +
    (layout.middle === 0
      ? ''
      : `<rect x="${panel}" y="${HEAD}" width="${layout.middle}" height="${room.height}" fill="#00000066"/>`) +
    sides
      .map(({ look }, index) =>
        plate(look, { x: index === 0 ? 0 : WIDTH - panel, width: panel, ...room }, 14),
      )
      .join('') +
    edges
      .map((x) => `<rect x="${x}" y="${HEAD}" width="2" height="${room.height}" fill="#ffe7b01f"/>`)
      .join('') +
    strip({ x: 0, y: 0, width: WIDTH, height: HEAD }, '#00000040', HEAD - 1) +
    strip({ x: 0, y: layout.foot, width: WIDTH, height: HEIGHT - layout.foot }, DARK, layout.foot) +
    head(content) +
    sides
      .map((side, index) => {
        const ink = inkOf(side.look);
        const onDark = game !== 'snooker';
        const piece = notices(onDark ? { ...side, look: 'quiet' } : side, NOTICE, inner, dir);
        const at = place(index, noticeY);
        return (
          fitted(side.name, { ...NAME, width: inner }, ink, place(index, layout.name)) +
          figure(side.score, { width: inner, largest: score.largest }, ink, place(index, score.y)) +
          (noticeY === 0 ? '' : piece.draw(at.x, at.y + (CAPITAL / 2) * NOTICE, 'middle'))
        );
      })
      .join('') +
    (snooker ? framesBetween(snooker, content) + snookerFoot(snooker, content) : '') +
    marks(remark, layout.foot, snooker !== null) +
    '</svg>'
  );
};

/** The product's name, and above it what is true of both sides. */
const marks = (remark: string | null, foot: number, snooker: boolean): string => {
  const x = WIDTH / 2;
  if (snooker) return wordmark(40).draw(x, foot - 40, 'middle');
  const middle = (foot + HEIGHT) / 2;
  if (remark === null) return wordmark(48).draw(x, middle + 17, 'middle');
  return (
    fitted(
      remark,
      { width: 480, weight: 700, largest: 60, oneLine: 48, smallest: 40 },
      COLOURS['brass-lit'],
      {
        x,
        y: middle - 36,
        anchor: 'middle',
      },
    ) + wordmark(40).draw(x, middle + 66, 'middle')
  );
};
