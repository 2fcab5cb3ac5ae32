import { dequal } from 'dequal/lite';
import { isBody } from '../rules/read.ts';

/** What a venue adds to a player's name. */
export interface Face {
  /** Whom it is of: it is shown beside this name alone. */
  readonly name: string;
  /** Two letters of ISO 3166-1, in upper case. */
  readonly flag: string | null;
  /** The id of a picture that the snapshot service has. */
  readonly picture: string | null;
}

export interface Sponsor {
  /** What its logo shows, for whoever doesn't see it. */
  readonly title: string;
  /** The id of a picture that the snapshot service has. */
  readonly picture: string;
}

/** What a venue puts around a table's board. */
export interface Dressing {
  /** The table's name. */
  readonly table: string;
  /** Of the players that the venue knows. */
  readonly faces: readonly Face[];
  readonly sponsors: readonly Sponsor[];
}

export const UNDRESSED: Dressing = { table: '', faces: [], sponsors: [] };

const FLAG = /^[A-Z]{2}$/;
const PICTURE = /^[A-Za-z0-9_-]{22}$/;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const matching = (pattern: RegExp, value: unknown): string | null =>
  pattern.test(text(value)) ? text(value) : null;
const objects = (value: unknown) => (Array.isArray(value) ? value.filter(isBody) : []);

/** The dressing in an answer of `get_overlay`; a server that has none leaves boards as they are. */
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

/** A dressing that came, or the one before where nothing of it is new. */
export const newerDressing = (current: Dressing, arrived: Dressing): Dressing =>
  dequal(current, arrived) ? current : arrived;

/** What the venue knows of whoever has this name; null for nobody that it knows. */
export const faceOf = ({ faces }: Dressing, name: string): Face | null =>
  faces.find((face) => face.name === name) ?? null;
