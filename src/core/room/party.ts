/** The players of a party. Names are as typed, at most 60 letters. Both may be empty in a party that plays unscored. */
export interface PartyFields {
  readonly name: string;
  readonly name2: string | null;
  /** From 1 to 8. */
  readonly size: number;
}

/** A party's names. Erased names are empty, and so are those of a party that plays unscored. */
export const namesOf = ({ name, name2 }: Pick<PartyFields, 'name' | 'name2'>): readonly string[] =>
  [name, name2 ?? ''].filter((one) => one !== '');
