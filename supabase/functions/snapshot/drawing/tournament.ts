import { pagesOf } from '../../../../src/core/television/grid.ts';
import { grouped } from '../../../../src/core/grouped.ts';
import { isOver, type Match } from '../../../../src/core/tournament/bracket.ts';
import { groupEntries } from '../../../../src/core/tournament/groups.ts';
import type { PublicTournament } from '../../../../src/core/tournament/shown.ts';
import { podiumOf } from '../../../../src/core/tournament/standings.ts';
import { entryName, groupText } from '../../../../src/core/tournament/words.ts';
import { LOCALES, type Locale } from '../../../../src/i18n/locales.ts';
import { TOURNAMENT_PAGE_TEXTS, TOURNAMENT_TEXTS } from '../../_shared/texts.ts';
import { drawHall, plate } from './boxes.ts';
import { CARD_ROOM, headAndFoot, MARGIN } from './card.ts';
import { COLOURS } from './colours.ts';
import { baseline, fitted } from './parts.ts';
import type { Anchor } from '../../../../src/core/drawing/svg.ts';
import { clean, isLegible, words, type Direction } from './type.ts';

/**
 * The card of a tournament: its players until they are drawn, then the groups or the first round, and in the end who
 * came first. All lengths are in its pixels.
 */

/** What a card shows. */
export const stageOf = ({ matches }: PublicTournament): 'players' | 'draw' | 'podium' =>
  isOver(matches) ? 'podium' : matches.length > 0 ? 'draw' : 'players';

interface Input {
  readonly shown: PublicTournament;
  readonly locale: Locale;
}

/** A name, or two that meet. */
type Line = readonly [string] | readonly [string, string];

interface Column {
  readonly heading: string | null;
  readonly lines: readonly Line[];
}

const { width: WIDTH, head: HEAD, foot: FOOT } = CARD_ROOM;
const PADDING = 16;
const TALL = FOOT - HEAD - 2 * PADDING;
const GAP = 32;
/** From line to line. Smaller ones can't be read, so some lines are left out. */
const PITCH = { largest: 84, smallest: 26 } as const;
const MOST_BESIDE = 4;

/** The font size of text in a line. A long name shrinks, then takes two lines if they can be read, and then is cut. */
const sizeIn = (height: number): number => height * 0.56;
const sizesIn = (height: number): readonly (readonly [number, number])[] => {
  const size = sizeIn(height);
  const half = size * 0.5;
  return [[size, size * 0.72], ...(half < 21 ? [] : [[half, half * 0.8] as const])];
};

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly pitch: number;
  readonly dir: Direction;
}

interface NamePlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: Anchor;
  readonly width: number;
  readonly height: number;
}

const drawName = (name: string, { width, height, ...place }: NamePlace, fill: string = COLOURS.ivory) =>
  fitted(name, { width, weight: 700, sizes: sizesIn(height) }, fill, place);

/** Where a line's text begins. */
const startOf = ({ left, width, dir }: Area) =>
  dir === 'rtl' ? ({ x: left + width, anchor: 'end' } as const) : ({ x: left, anchor: 'start' } as const);

const drawLine = ([one, other]: Line, y: number, area: Area): string => {
  const { left, width, pitch: height, dir } = area;
  if (other === undefined) return drawName(one, { ...startOf(area), y, width, height });
  const centre = left + width / 2;
  const size = sizeIn(height);
  const half = { y, width: width / 2 - size * 0.6, height };
  const [first, second] = dir === 'rtl' ? [other, one] : [one, other];
  return (
    drawName(first, { ...half, x: centre - size * 0.6, anchor: 'end' }) +
    words('–', { weight: 500, size, fill: COLOURS.brass }, 'ltr').draw(centre, baseline(y, size), 'middle') +
    drawName(second, { ...half, x: centre + size * 0.6, anchor: 'start' })
  );
};

const drawColumn = ({ heading, lines }: Column, area: Area, rows: number): string => {
  const { top, width, pitch: height } = area;
  const at = (row: number): number => top + (row + 0.5) * height;
  const first = heading === null ? 0 : 1;
  const room = rows - first;
  const drawn = lines.length > room ? lines.slice(0, room - 1) : lines;
  const rest = lines.length - drawn.length;
  const note = (text: string, row: number): string =>
    drawName(text, { ...startOf(area), y: at(row), width, height }, COLOURS['brass-lit']);
  return (
    (heading === null ? '' : note(heading, 0)) +
    drawn.map((line, row) => drawLine(line, at(row + first), area)).join('') +
    (rest === 0 ? '' : note(`+${rest}`, room - 1 + first))
  );
};

/** Columns side by side, in as many bands as they need. */
const drawColumns = (columns: readonly Column[], dir: Direction): string => {
  const beside = Math.min(columns.length, MOST_BESIDE);
  const bands = Math.ceil(columns.length / beside);
  const wanted = Math.max(...columns.map(({ heading, lines }) => lines.length + (heading === null ? 0 : 1)));
  const tall = TALL / bands;
  const rows = Math.min(wanted, Math.floor(tall / PITCH.smallest));
  const pitch = Math.min(PITCH.largest, tall / rows);
  const width = (WIDTH - 2 * MARGIN - (beside - 1) * GAP) / beside;
  return columns
    .map((column, index) => {
      const across = index % beside;
      const left = MARGIN + (dir === 'rtl' ? beside - 1 - across : across) * (width + GAP);
      const top = HEAD + PADDING + Math.floor(index / beside) * tall + (tall - rows * pitch) / 2;
      return drawColumn(column, { left, top, width, pitch, dir }, rows);
    })
    .join('');
};

/** Lines in as many columns as are easily read. */
const inColumns = (lines: readonly Line[], mostColumns: number): readonly Column[] =>
  pagesOf(lines, Math.max(6, Math.ceil(lines.length / mostColumns))).map((some) => ({
    heading: null,
    lines: some,
  }));

/** Who came first in gold, and below who came next. */
const drawPodium = (shown: PublicTournament, nameOf: (entry: number) => string, dir: Direction): string => {
  const podium = podiumOf(shown).slice(0, 5);
  const parts = podium.map(({ place }) => (place === 1 ? 2 : 1));
  const unit = Math.min(112, TALL / parts.reduce((sum, part) => sum + part, 0));
  let top = HEAD + PADDING;
  return podium
    .map(({ entry, place }, index) => {
      const height = unit * (parts[index] ?? 1);
      const y = top + height / 2;
      const isFirst = place === 1;
      const fill = isFirst ? COLOURS.ink : COLOURS.ivory;
      const gold = { x: MARGIN, y: top, width: WIDTH - 2 * MARGIN, height: height - PADDING / 2 };
      top += height;
      const isMirrored = dir === 'rtl';
      const from = (inset: number): number => (isMirrored ? WIDTH - MARGIN - inset : MARGIN + inset);
      const anchor = isMirrored ? 'end' : 'start';
      const size = sizeIn(height);
      return (
        (isFirst ? plate('won', gold) : '') +
        words(String(place), { weight: 700, size, fill: isFirst ? fill : COLOURS['brass-lit'] }, 'ltr').draw(
          from(36),
          baseline(y, size),
          anchor,
        ) +
        drawName(nameOf(entry), { x: from(170), y, anchor, width: WIDTH - 2 * MARGIN - 206, height }, fill)
      );
    })
    .join('');
};

/** SVG of 1200 × 630. */
export const drawTournament = ({ shown, locale }: Input): string => {
  const { entries, places, format, matches } = shown;
  const texts = { tournament: TOURNAMENT_TEXTS[locale] };
  const page = TOURNAMENT_PAGE_TEXTS[locale];
  const { dir } = LOCALES[locale];
  const venue = isLegible(shown.venue) ? clean(shown.venue) : '';
  const title = isLegible(shown.title) ? clean(shown.title) : page.title;
  const nameOf = (entry: number): string => {
    const isRead = isLegible(entries.get(entry)?.name ?? '');
    return clean(entryName(isRead ? entries : new Map(), entry, texts));
  };
  const columns = (): readonly Column[] => {
    if (places.length === 0)
      return inColumns(
        [...entries.keys()].map((entry) => [nameOf(entry)]),
        4,
      );
    if (format.groups > 0) {
      return groupEntries(shown).map((group, index) => ({
        heading: groupText(index, texts),
        lines: group.map((entry): Line => [nameOf(entry)]),
      }));
    }
    const [first = []] = grouped(matches, ({ slot }) => slot.round).values();
    const side = (who: Match['sides'][number]): string =>
      typeof who === 'number' ? nameOf(who) : texts.tournament.bye;
    return inColumns(
      first.map(({ sides: [one, other] }): Line => [side(one), side(other)]),
      2,
    );
  };
  return drawHall(
    CARD_ROOM,
    plate('plain', { x: 0, y: HEAD, width: WIDTH, height: FOOT - HEAD }),
    headAndFoot({
      // The tournament comes first, above its venue.
      ...(venue === '' ? { venue, title } : { venue: title, title: venue }),
      goal: [{ label: texts.tournament.players, value: String(entries.size) }],
      said: page.shared,
      dir,
    }) +
      (isOver(matches)
        ? drawPodium(shown, nameOf, dir)
        : entries.size === 0
          ? ''
          : drawColumns(columns(), dir)),
  );
};
