/** A player's name, as it was typed. */
export interface Name {
  readonly name: string;
}

/**
 * Something to be said in whatever language: a key of the texts, with what stands in its places. A key whose text has
 * forms for counts is said by `values.count`.
 */
export interface Phrase {
  readonly key: string;
  readonly values?: Readonly<Record<string, number | Name | Phrase>>;
  /** What is added to it, in a row. */
  readonly also?: readonly Phrase[];
}

export const phrase = (key: string, values?: Phrase['values'], also: readonly Phrase[] = []): Phrase => ({
  key,
  ...(values && { values }),
  ...(also.length > 0 && { also }),
});
