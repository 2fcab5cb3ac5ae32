import type { PrintedTable } from './record-tables.ts';
import { median } from './statistics.ts';

/** A run of one revision, and of the other one right after it. */
export interface Turn {
  readonly before: readonly PrintedTable[];
  readonly now: readonly PrintedTable[];
}

export interface Compared {
  readonly before: number;
  readonly now: number;
  /** The median of what each turn came to, now / before. */
  readonly ratio: number;
  /** The smallest and the largest of them. */
  readonly spread: readonly [number, number];
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** A run's measurements, by the names of its tables, rows and columns. Goals and verdicts don't count. */
const figuresOf = (tables: readonly PrintedTable[]): ReadonlyMap<string, number> =>
  new Map(
    tables.flatMap(({ title, rows }) =>
      Object.entries(rows).flatMap(([row, columns]) =>
        Object.entries(columns)
          .filter(([, value]) => typeof value === 'number' || NUMBER.test(String(value)))
          .map(
            ([column, value]) => [[title, row, column].filter(Boolean).join(' · '), Number(value)] as const,
          ),
      ),
    ),
  );

/** Compares each turn's measurements; `missing` are the figures that not every run has. */
export const compare = (
  turns: readonly Turn[],
): { readonly compared: ReadonlyMap<string, Compared>; readonly missing: readonly string[] } => {
  const runs = turns.map(({ before, now }) => ({ before: figuresOf(before), now: figuresOf(now) }));
  const names = [...new Set(runs.flatMap(({ before, now }) => [...now.keys(), ...before.keys()]))];
  const compared = new Map<string, Compared>();
  const missing: string[] = [];
  for (const name of names) {
    const pairs = runs.flatMap(({ before, now }) => {
      const [was, is] = [before.get(name), now.get(name)];
      return was === undefined || is === undefined ? [] : [{ was, is }];
    });
    if (pairs.length < runs.length) {
      missing.push(name);
      continue;
    }
    // Two zeros are alike.
    const ratios = pairs.map(({ was, is }) => (was === is ? 1 : is / was));
    compared.set(name, {
      before: median(pairs.map(({ was }) => was)),
      now: median(pairs.map(({ is }) => is)),
      ratio: median(ratios),
      spread: [Math.min(...ratios), Math.max(...ratios)],
    });
  }
  return { compared, missing };
};
