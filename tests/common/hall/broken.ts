/** What holds of every evening. */
export const PROPERTIES = {
  kept: 'what was acknowledged is kept',
  once: 'nothing counts twice',
  screens: 'boards equal the fold within 2 s of the last fault, and lists after one more question',
  called: 'no party is called twice',
  tables: 'a table’s state is one',
  names: 'names are whole',
  results: 'results equal folds',
  rights: 'rights hold',
  clocks: 'clocks agree',
  undo: 'undo is as if it had never been',
  questions: 'no question without a cause',
  rest: 'nothing asks for ever',
} as const;

export type Property = keyof typeof PROPERTIES;

/** A property that an evening broke. */
export class Broken extends Error {
  readonly property: Property;
  constructor(property: Property, what: string) {
    super(`${PROPERTIES[property]}: ${what}`);
    this.property = property;
  }
}
