import type { PlayedUnit } from '../../../../src/core/results/result.ts';
import type { FullPublicResult } from '../../../../src/core/results/public-result.ts';
import { endText } from '../../../../src/core/results/end-text.ts';
import { SIDES } from '../../../../src/rules/rules.ts';
import { gameEndings } from '../../../../src/games/endings.ts';
import { screenTitle } from '../../../../src/core/branding/branding.ts';
import { formatScore } from '../../../../src/rules/score.ts';
import { LOCALES, type Locale } from '../../../../src/i18n/locales.ts';
import { SIDE_BALLS, sideState, standingOf } from '../../../../src/core/overlay/grammar.ts';
import { COLOURS } from './colours.ts';
import { raceOf, type SideContent } from './content.ts';
import { CARD_ROOM, headAndFoot, MARGIN } from './card.ts';
import { baseline, fitted, labelled, stamp, within } from './parts.ts';
import { drawRoom, inkOf, onSide, type Room } from './boxes.ts';
import { ball } from './shapes.ts';
import { MATCH_TEXTS, OVERLAY_TEXTS, RESULT_TEXTS } from '../../_shared/texts.ts';
import { clean, isLegible, measure, words, type Direction } from './type.ts';
import { when } from './when.ts';
import type { Areas } from '../../../../src/i18n/texts.ts';

/**
 * The card of a result: who won, and the frames as a strip of balls, the first player's like the cue ball and the
 * other's red, as on the product's mark. All lengths are in its pixels.
 */

/** The game of the frames, and the texts of its endings. */
interface Told {
  readonly game: string;
  readonly endings: Areas['match']['endings'];
}

export interface ResultInput {
  readonly result: FullPublicResult;
  readonly locale: Locale;
}

const { width: WIDTH } = CARD_ROOM;
const CENTRE = WIDTH / 2;

const ROOM = {
  ...CARD_ROOM,
  middle: 0,
  lamp: 0,
  padding: 68,
  name: {
    y: 168,
    weight: 700,
    sizes: [
      [80, 54],
      [54, 40],
      [34, 27],
    ],
  },
  score: { y: 382, largest: 320 },
} as const satisfies Room;

/** Lower sides, above the strip; lower still with the points of each frame, and less so under a break. */
const STRIP = {
  ...ROOM,
  foot: 424,
  name: {
    ...ROOM.name,
    y: 154,
    sizes: [
      [72, 50],
      [48, 36],
      [31, 21],
    ],
  },
  score: { y: 312, largest: 200 },
} as const satisfies Room;
const BROKEN = { ...STRIP, score: { y: 286, largest: 150 } } as const satisfies Room;
/** The height of the event's line, below the head. */
const EVENT = 46;
const EVENT_SIZES = [[34, 18]] as const;
/** A room whose sides begin below an event. */
const belowEvent = (room: Room): Room => ({
  ...room,
  head: room.head + EVENT,
  name: {
    ...room.name,
    y: room.name.y + EVENT * 0.9,
    sizes: room.name.sizes.map(([largest, smallest]) => [largest * 0.85, smallest * 0.85]),
  },
  score: { y: room.score.y + EVENT * 0.5, largest: room.score.largest - EVENT * 0.7 },
});

const BREAK = { y: 388, size: 38 } as const;
/** Beyond this many, a frame's points are too small to read. */
const MOST_POINTS = 9;
const POINTS = 34;
const ENDING = 24;

const pointsOf = ({ points }: PlayedUnit): string => points?.map(String).join('–') ?? '';

/** Balls in reading order, in as many rows as leave them largest. */
const balls = (units: readonly PlayedUnit[], y: number, height: number, dir: Direction): string => {
  const width = WIDTH - 2 * MARGIN;
  const layouts = [1, 2, 3].map((rows) => {
    const inRow = Math.ceil(units.length / rows);
    const pitch = Math.min(width / inRow, height / rows);
    return { rows, inRow, pitch: Math.min(pitch, 62) };
  });
  const { rows, inRow, pitch } = layouts.reduce((best, one) => (one.pitch > best.pitch + 0.5 ? one : best));
  return units
    .map(({ winner }, index) => {
      const row = Math.floor(index / inRow);
      const across = ((index % inRow) - (inRow - 1) / 2) * pitch;
      const paint = SIDE_BALLS[winner];
      const x = dir === 'rtl' ? CENTRE - across : CENTRE + across;
      return ball(paint, pitch * 0.82, 0).draw(x, y + (row - (rows - 1) / 2) * pitch, 'middle');
    })
    .join('');
};

/** How a frame ended, if not by its balls. */
const endingOf = ({ how }: PlayedUnit, { game, endings }: Told): string | null => {
  const { wins, losses } = gameEndings(game);
  const kind = [...wins, ...losses].find((ending) => ending === how);
  return kind ? endings[kind] : null;
};

/** Few frames, each with its points below, and how it ended. */
const frames = (units: readonly PlayedUnit[], told: Told, dir: Direction): string => {
  const areSaid = units.some((unit) => endingOf(unit, told) !== null);
  const rows = areSaid ? { ball: 28, points: 70, ending: 102 } : { ball: 38, points: 88, ending: 0 };
  const pitch = Math.min((WIDTH - 2 * MARGIN) / units.length, 190);
  const widest = Math.max(...units.map((unit) => measure(pointsOf(unit), 700)));
  const size = Math.min(POINTS, (pitch - 22) / widest);
  return units
    .map((unit, index) => {
      const across = (index - (units.length - 1) / 2) * pitch;
      const x = dir === 'rtl' ? CENTRE - across : CENTRE + across;
      const paint = SIDE_BALLS[unit.winner];
      const ending = endingOf(unit, told);
      const said = (at: number) => words(ending ?? '', { weight: 500, size: at, fill: COLOURS.ivory }, dir);
      return (
        ball(paint, 44, 0).draw(x, STRIP.foot + rows.ball, 'middle') +
        words(pointsOf(unit), { weight: 700, size, fill: COLOURS.ivory }, 'ltr').draw(
          x,
          baseline(STRIP.foot + rows.points, size),
          'middle',
        ) +
        (ending === null
          ? ''
          : within(said, ENDING, pitch - 8).draw(x, baseline(STRIP.foot + rows.ending, ENDING), 'middle'))
      );
    })
    .join('');
};

const strip = (units: readonly PlayedUnit[], told: Told, { head }: Room, dir: Direction): string => {
  const { foot } = STRIP;
  const hasPoints = units.length <= MOST_POINTS && units.every(({ points }) => points !== null);
  const line = (y: number): string => `<rect x="0" y="${y}" width="${WIDTH}" height="2" fill="#ffe7b024"/>`;
  return (
    `<rect x="0" y="${foot}" width="${WIDTH}" height="${ROOM.foot - foot}" fill="#0a1913"/>` +
    line(foot) +
    line(ROOM.foot) +
    (hasPoints
      ? frames(units, told, dir)
      : balls(units, (foot + ROOM.foot) / 2, ROOM.foot - foot - 16, dir)) +
    // Whose ball is whose.
    SIDES.map((side, index) =>
      ball(SIDE_BALLS[side], 32, 0).draw(index === 0 ? 34 : WIDTH - 34, head + 36, 'middle'),
    ).join('')
  );
};

/** SVG of 1200 × 630. */
export const drawResult = ({ result, locale }: ResultInput): string => {
  const { game, names, scores, winner, detail, raceTo } = result;
  const overlay = OVERLAY_TEXTS[locale];
  const texts = RESULT_TEXTS[locale];
  const { dir } = LOCALES[locale];
  const title = clean(screenTitle(result.tableTitle, overlay.numberedTable));
  const venue = isLegible(result.venue) ? clean(result.venue) : '';
  const defaults = [overlay.playerA, overlay.playerB] as const;
  const side = (index: 0 | 1): SideContent => ({
    name: isLegible(names[index]) ? clean(names[index]) : defaults[index],
    score: formatScore(scores[index]),
    look: sideState(standingOf(winner, scores), SIDES[index]),
    notices: [],
  });
  const sides = [side(0), side(1)] as const;
  const high = detail.rows.find(({ name }) => name === 'highBreak')?.values;
  const hasStrip = detail.units.length > 0;
  const event = isLegible(detail.event) ? clean(detail.event) : '';
  const plain: Room = !hasStrip ? ROOM : high ? BROKEN : STRIP;
  const room = event === '' ? plain : belowEvent(plain);
  const goal =
    detail.bestOf === null
      ? raceOf({ raceTo, handicap: detail.handicap }, locale)
      : [{ label: overlay.bestOf, value: String(detail.bestOf) }];
  const said = endText(result, { overlay, result: texts });
  const moment = when(result.endedAtMillis ?? result.lastAtMillis, locale, result.zone);
  return drawRoom(
    room,
    { sides },
    headAndFoot({ venue, title, goal, said, corner: (size) => stamp({ ...moment, dir }, size), dir }) +
      (event === ''
        ? ''
        : fitted(event, { width: WIDTH - 2 * MARGIN, weight: 500, sizes: EVENT_SIZES }, COLOURS.ivory, {
            x: CENTRE,
            y: ROOM.head + EVENT * 0.3,
            anchor: 'middle',
          })) +
      (hasStrip ? strip(detail.units, { game, endings: MATCH_TEXTS[locale].endings }, room, dir) : '') +
      (hasStrip && high
        ? sides
            .map(({ look }, index) => {
              const { x, anchor } = onSide(room, index, BREAK.y);
              const ink = inkOf(look);
              const label = { label: overlay.highBreak, value: String(high[index === 0 ? 0 : 1]) };
              const piece = labelled(label, {
                size: BREAK.size,
                ...(look === 'won' ? { label: ink, value: ink } : {}),
                dir,
              });
              return piece.draw(x, baseline(BREAK.y, BREAK.size), anchor);
            })
            .join('')
        : ''),
  );
};
