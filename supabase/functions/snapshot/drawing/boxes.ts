import { zellige, zelligeOver } from '../../../../src/core/site/zellige.ts';
import { COLOURS } from './colours.ts';
import type { Content, SideContent } from './content.ts';
import { figure, linesOf, type Position } from './parts.ts';
import { BALL_DEFS } from './shapes.ts';
import { fitName, type Fit } from './type.ts';

/** The room in both pictures: two sides under a lamp, with a head and a foot. Lengths are in pixels. */

export interface Room {
  readonly width: number;
  readonly height: number;
  /** The vertical extent of the sides. */
  readonly head: number;
  readonly foot: number;
  /** The height of the zellige along the picture's lower edge. */
  readonly edge: number;
  /** The space between the sides. */
  readonly middle: number;
  /** The height of the lamp above the player at the table. */
  readonly lamp: number;
  /** Space kept around names and scores. */
  readonly padding: number;
  readonly name: Omit<Fit, 'width'> & { readonly y: number };
  readonly score: { readonly y: number; readonly largest: number };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const rect = ({ x, y, width, height }: Box, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

const stop = (offset: number, colour: string, opacity = 1): string =>
  `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`;

const EDGE = '#ffe7b024';

/** Brass on gold, multiplied: the lines in a won plate of pages. */
const ON_GOLD = '#eba636';

/** The light from above, and the backgrounds of the active side and the winner. */
const defs = ({ width, height, edge }: Pick<Room, 'width' | 'height' | 'edge'>): string => `
<defs>${BALL_DEFS}${edge === 0 ? '' : zellige(COLOURS.brass, edge, height - edge)}
  <radialGradient id="room" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="translate(${width / 2} ${-0.04 * height}) scale(${0.62 * width} ${0.98 * height})">${
    stop(0, '#275441') + stop(1, COLOURS['room-950'])
  }</radialGradient>
  <linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1">${
    stop(0, '#14291f') + stop(1, '#050d0a')
  }</linearGradient>
  <linearGradient id="lit" x1="0" y1="0" x2="0" y2="1">${
    stop(0, '#2c7053') + stop(1, COLOURS['room-800'])
  }</linearGradient>
  <radialGradient id="glow" cx="0.5" cy="0" r="0.8">${
    stop(0, COLOURS.lamp, 0.22) + stop(1, COLOURS.lamp, 0)
  }</radialGradient>
  <linearGradient id="won" x1="0" y1="0" x2="0" y2="1">${
    stop(0, COLOURS['brass-lit']) + stop(1, COLOURS.brass)
  }</linearGradient>
</defs>`;

/** A side's background: a lamp above the player at the table, brass below the winner. */
export const plate = (look: SideContent['look'], box: Box, lamp = 0): string => {
  if (look === 'won') return rect(box, 'url(#won)') + zelligeOver(box, ON_GOLD, box.width / 8);
  // Never stack gradients: each takes a fifth of the drawing time.
  if (look !== 'lit') return rect(box, 'url(#room)');
  const inset = box.width * 0.09;
  const bar = { x: box.x + inset, y: box.y - lamp, width: box.width - 2 * inset, height: 2 * lamp };
  return (
    rect(box, 'url(#lit)') +
    rect({ ...box, height: box.height * 0.42 }, 'url(#glow)') +
    `<rect x="${bar.x}" y="${bar.y}" width="${bar.width}" height="${bar.height}" rx="6" fill="${COLOURS.lamp}"/>`
  );
};

/** The text colour on a side. */
export const inkOf = (look: SideContent['look']): string =>
  look === 'won' ? COLOURS.ink : look === 'dimmed' ? COLOURS['ivory-dim'] : COLOURS.ivory;

/** The width of a side. */
export const sideWidth = ({ width, middle }: Room): number => (width - middle) / 2;

/** A side's centre: the first player is on the left in every language. */
export const onSide = (room: Room, index: number, y: number): Position => ({
  x: index === 0 ? sideWidth(room) / 2 : room.width - sideWidth(room) / 2,
  y,
  anchor: 'middle',
});

/** An SVG of a room: `under` its head and foot, and `over` all. */
export const drawHall = (
  { width, height, head, foot, edge }: Pick<Room, 'width' | 'height' | 'head' | 'foot' | 'edge'>,
  under: string,
  over: string,
): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
  defs({ width, height, edge }) +
  rect({ x: 0, y: foot, width, height: height - foot }, '#030b08') +
  (edge === 0 ? '' : rect({ x: 0, y: height - edge, width, height: edge }, 'url(#zellige)')) +
  under +
  rect({ x: 0, y: 0, width, height: head }, '#0a1913') +
  rect({ x: 0, y: head - 1, width, height: 2 }, EDGE) +
  rect({ x: 0, y: foot, width, height: 2 }, EDGE) +
  over +
  '</svg>';

/** An SVG of the room with its sides and `more`. */
export const drawRoom = (room: Room, { sides }: Pick<Content, 'sides'>, more: string): string => {
  const { width, head, foot, middle, padding } = room;
  const side = sideWidth(room);
  const tall = { y: head, height: foot - head };
  const inner = side - 2 * padding;
  const how = { ...room.name, width: inner };
  return drawHall(
    room,
    (middle === 0 ? '' : rect({ x: side, width: middle, ...tall }, 'url(#dusk)')) +
      sides
        .map(({ look }, index) =>
          plate(look, { x: index === 0 ? 0 : width - side, width: side, ...tall }, room.lamp),
        )
        .join('') +
      (middle === 0 ? [side - 1] : [side - 1, width - side - 1])
        .map((x) => rect({ x, width: 2, ...tall }, EDGE))
        .join(''),
    sides
      .map(({ name, score, look }, index) => {
        const ink = inkOf(look);
        return (
          linesOf(
            fitName(name, sides[index === 0 ? 1 : 0].name, how),
            how.weight,
            ink,
            onSide(room, index, room.name.y),
          ) + figure(score, { width: inner, ...room.score }, ink, onSide(room, index, room.score.y))
        );
      })
      .join('') + more,
  );
};
