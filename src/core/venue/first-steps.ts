import { isUnnamed } from '../branding/branding.ts';

/** What a new venue sets up, in order. */
export const FIRST_STEPS = ['name', 'tables', 'television', 'staff', 'match'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** What is stored of a venue, as far as the first steps show in it. */
export interface VenueFacts {
  /** Empty if the venue has no name. */
  readonly title: string;
  readonly tables: readonly {
    readonly title: string;
    /** Its current match: `number` counts its matches, `seq` the match's actions. */
    readonly match: { readonly number: number; readonly seq: number };
    readonly facts: { readonly match: unknown };
  }[];
  readonly televisions: readonly unknown[];
  readonly devices: readonly { readonly removed: boolean }[];
}

/** The steps that a venue has made. */
export const stepsDone = ({ title, tables, televisions, devices }: VenueFacts): ReadonlySet<FirstStep> => {
  const isDone: Readonly<Record<FirstStep, boolean>> = {
    name: title !== '',
    tables: tables.length > 1 || tables.some((table) => !isUnnamed(table.title)),
    television: televisions.length > 0,
    staff: devices.some(({ removed }) => !removed),
    match: tables.some(({ match, facts }) => match.number > 1 || match.seq > 0 || facts.match !== null),
  };
  return new Set(FIRST_STEPS.filter((step) => isDone[step]));
};
