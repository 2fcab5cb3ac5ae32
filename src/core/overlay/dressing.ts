import { dequal } from 'dequal/lite';
import { isBody } from '../rules/read.ts';

/** What a venue adds to a player's name. */
export interface Face {
  /** The player's name: it is shown only beside this name. */
  readonly name: string;
  /** ISO 3166-1 alpha-2 code, in upper case. */
  readonly flag: string | null;
  /** The id of a picture that the snapshot service has. */
  readonly picture: string | null;
}

export interface Sponsor {
  /** The logo's text alternative. */
  readonly title: string;
  /** The id of a picture that the snapshot service has. */
  readonly picture: string;
}

/** What a venue adds to a table's board. */
export interface Dressing {
  /** The table's name. */
  readonly table: string;
  /** The players that the venue knows, out of those on the board. */
  readonly faces: readonly Face[];
  readonly sponsors: readonly Sponsor[];
}

export const UNDRESSED: Dressing = { table: '', faces: [], sponsors: [] };

/** What the specification calls an owner's first table. */
const FIRST_TITLE = 'Overlay 1';

/** A table's name on screens, where the first is a table like the others; `first` says so in the screen's language. */
export const screenTitle = (title: string, first: string): string => (title === FIRST_TITLE ? first : title);

const FLAG = /^[A-Z]{2}$/;
const PICTURE = /^[A-Za-z0-9_-]{22}$/;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const matching = (pattern: RegExp, value: unknown): string | null =>
  pattern.test(text(value)) ? text(value) : null;
const objects = (value: unknown) => (Array.isArray(value) ? value.filter(isBody) : []);

/** Parses the dressing in an answer of `get_overlay`; without one, boards are undressed. */
export const parseDressing = (value: unknown): Dressing => {
  if (!isBody(value)) return UNDRESSED;
  return {
    table: text(value['table']),
    faces: objects(value['faces']).map(({ name, flag, picture }) => ({
      name: text(name),
      flag: matching(FLAG, flag),
      picture: matching(PICTURE, picture),
    })),
    sponsors: objects(value['sponsors']).flatMap(({ title, picture }) => {
      const id = matching(PICTURE, picture);
      return id === null ? [] : [{ title: text(title), picture: id }];
    }),
  };
};

/** The dressing that arrived, or the current object if nothing is new. */
export const newerDressing = (current: Dressing, arrived: Dressing): Dressing =>
  dequal(current, arrived) ? current : arrived;

/** The face for a name; null if the venue doesn't know the player. */
export const faceOf = ({ faces }: Dressing, name: string): Face | null =>
  faces.find((face) => face.name === name) ?? null;
