import { isObject, isWhole, number, text } from '../../rules/read.ts';
import type { Fact } from './facts.ts';

/** How the places were drawn, as people were told. */
export interface Draw {
  /** From 1 on. */
  readonly number: number;
  /** In server time. */
  readonly atMillis: number;
}

/** What is known about a tournament beside its matches. */
export interface About {
  readonly title: string;
  readonly isClosed: boolean;
  /** The ids of the tables that it has; null until they are chosen. */
  readonly tables: readonly string[] | null;
  /** Null before the draw. */
  readonly draw: Draw | null;
}

const readDraw = (places: unknown): Draw | null => {
  if (!isObject(places) || !isWhole(places['number'], { min: 1, max: 2000 })) return null;
  return { number: places['number'], atMillis: number(places['atMillis']) };
};

/** What facts, in the server's order, lead to. */
export const aboutOf = (facts: readonly Fact[]): About => {
  const known = new Map(facts.map(({ key, value }) => [key, value]));
  const [open, tables] = [known.get('open'), known.get('tables')];
  return {
    title: isObject(open) ? text(open['title']) : '',
    isClosed: known.get('closed') === true,
    tables: Array.isArray(tables) ? tables.filter((id) => typeof id === 'string') : null,
    draw: readDraw(known.get('places')),
  };
};
