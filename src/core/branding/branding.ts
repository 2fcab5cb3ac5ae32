import { dequal } from 'dequal/lite';
import { formatMessage } from '../../i18n/format.ts';
import type { Template } from '../../i18n/texts.ts';
import { nameKey } from '../../rules/name-key.ts';
import { westernDigits } from '../../rules/number.ts';
import { isObject, objects, text } from '../../rules/read.ts';
import { PICTURE_ID } from './mark.ts';

/** A player's picture and flag, set by the venue. */
export interface Face {
  /** The player's name. The face is shown only beside this exact name. */
  readonly name: string;
  /** ISO 3166-1 alpha-2 code, in upper case. */
  readonly flag: string | null;
  /** The picture's id at the snapshot service. */
  readonly picture: string | null;
}

export interface Sponsor {
  /** The logo's text alternative. */
  readonly title: string;
  /** The picture's id at the snapshot service. */
  readonly picture: string;
}

/** The names and pictures that a venue adds to a table's board. */
export interface Branding {
  /** The table's name. */
  readonly table: string;
  /** The known players on the board. */
  readonly faces: readonly Face[];
  readonly sponsors: readonly Sponsor[];
}

export const NO_BRANDING: Branding = { table: '', faces: [], sponsors: [] };

/** The specification's name for an account's first table. */
const FIRST_TITLE = 'overlay 1';

const titleKey = (title: string): string => westernDigits(nameKey(title));

/** Whether nobody has named the table yet. */
export const isUnnamed = (title: string): boolean => titleKey(title) === FIRST_TITLE;

/**
 * A number, alone or after the word for "table" in one of the site's languages. Keep in step with `private.table_key`,
 * which also reads the first table's name as a number.
 */
const NUMBERED = /^(?:(?:table|طاولة|الطاولة) ?(?:n[°o] ?|# ?)?)?0*([0-9]{1,3})$/;

/** The number in a numbered table's name; null for any other name. */
export const tableNumber = (title: string): string | null =>
  isUnnamed(title) ? '1' : (NUMBERED.exec(titleKey(title))?.[1] ?? null);

/** A table's name on screens. Numbered tables get the word in the screen's language; other names are shown as typed. */
export const screenTitle = (title: string, numbered: Template<'number'>): string => {
  const number = tableNumber(title);
  return number === null ? title : formatMessage(numbered, { number });
};

const FLAG = /^[A-Z]{2}$/;

const matching = (pattern: RegExp, value: unknown): string | null =>
  pattern.test(text(value)) ? text(value) : null;

/** Parses the branding in an answer of `get_overlay`; without it, a board has none. */
export const parseBranding = (value: unknown): Branding => {
  if (!isObject(value)) return NO_BRANDING;
  return {
    table: text(value['table']),
    faces: objects(value['faces']).map(({ name, flag, picture }) => ({
      name: text(name),
      flag: matching(FLAG, flag),
      picture: matching(PICTURE_ID, picture),
    })),
    sponsors: objects(value['sponsors']).flatMap(({ title, picture }) => {
      const id = matching(PICTURE_ID, picture);
      return id === null ? [] : [{ title: text(title), picture: id }];
    }),
  };
};

/** The branding that arrived, or the current object if it is equal. */
export const newerBranding = (current: Branding, arrived: Branding): Branding =>
  dequal(current, arrived) ? current : arrived;

/** The face for a name; null if the venue doesn't know the player. */
export const faceOf = ({ faces }: Branding, name: string): Face | null =>
  faces.find((face) => face.name === name) ?? null;
