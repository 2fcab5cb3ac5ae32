import { readdirSync, readFileSync } from 'node:fs';
import type { Locale } from '../../../src/i18n/locales.ts';
import type { Area, Areas, Template, TextsOf } from '../../../src/i18n/texts.ts';

/** Every area of a language, as its file has it. */
export const areasIn = (locale: Locale): Areas =>
  Object.fromEntries(
    readdirSync(`i18n/${locale}`).map((file): [string, unknown] => [
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(`i18n/${locale}/${file}`, 'utf8')),
    ]),
  ) as unknown as Areas;

/** The same as a page gives them to its parts. */
export const textsIn = (locale: Locale): TextsOf<Area> => ({ ...areasIn(locale), locale });

/** A text as the compiler knows those of the files. */
export const template = <Place extends string>(text: string): Template<Place> =>
  text as unknown as Template<Place>;

const leavesOf = (value: unknown, path: string): [string, string][] =>
  typeof value === 'string'
    ? [[path.slice(1), value]]
    : Object.entries(value as object).flatMap(([key, child]) => leavesOf(child, `${path}.${key}`));

/** Every text of a language by its path: `match.log.pot`, and one for each form that a count has. */
export const leavesIn = (locale: Locale): ReadonlyMap<string, string> =>
  new Map(leavesOf(areasIn(locale), ''));
