import { grouped } from '../grouped.ts';
import { isDrawn, isOpen, partOf, type Match } from '../tournament/bracket.ts';
import { pagesOf } from './grid.ts';

/** Rounds of one part of a bracket, beside each other. */
export type Block = readonly (readonly Match[])[];

/** What fits a page, in matches above each other and in rounds beside each other. */
export interface Room {
  readonly rows: number;
  readonly columns: number;
}

/** The rows that the headings of a block's rounds take. */
export const HEADING_ROWS = 1;

export const rowsOf = (block: Block): number => Math.max(...block.map(({ length }) => length));

/** A part's blocks: long rounds in slices, each with the matches that it leads to, and then the rounds that fit. */
const blocksOf = (rounds: Block, { rows, columns }: Room): readonly Block[] => {
  const longest = rowsOf(rounds);
  const fits = rounds.findIndex(({ length }) => length <= rows);
  const slices = fits > 0 ? 2 ** Math.ceil(Math.log2(longest / rows)) : 0;
  const long = Array.from({ length: slices }, (_, index) =>
    rounds
      .slice(0, fits + 1)
      .map((round) => round.slice((index * round.length) / slices, ((index + 1) * round.length) / slices)),
  );
  return [...long, rounds.slice(fits)].flatMap((block) => pagesOf(block, columns));
};

/**
 * A bracket in pages. Those on which all has been played, or nobody is known yet, are left out while another has
 * something to come, so that nobody waits for the rounds of now, and so is the match for third place where it would have
 * a page of its own.
 */
export const bracketPages = (matches: readonly Match[], room: Room): readonly (readonly Block[])[] => {
  const pages: Block[][] = [];
  let left = 0;
  for (const part of grouped(matches.filter(isDrawn), partOf).values()) {
    const rounds = [...grouped(part, ({ slot }) => slot.round).values()];
    for (const block of blocksOf(rounds, room)) {
      const rows = rowsOf(block) + HEADING_ROWS;
      const page = pages[pages.length - 1];
      if (page && rows <= left) page.push(block);
      else {
        pages.push([block]);
        left = room.rows + HEADING_ROWS;
      }
      left -= rows;
    }
  }
  // The match for third place is also among what comes next, and on the podium.
  const full = pages.filter(
    (page) => pages.length === 1 || page.flat(2).some((match) => partOf(match) !== 'third'),
  );
  const open = full.filter((page) =>
    page.flat(2).some((match) => isOpen(match) && match.sides.some((who) => typeof who === 'number')),
  );
  return open.length > 0 ? open : full;
};
