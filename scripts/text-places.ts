import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { DEFAULT_LOCALE } from '../src/i18n/locales.ts';
import { placesIn } from '../src/i18n/differences.ts';
import { FILLED } from '../src/i18n/filled.ts';
import { ROOT } from '../supabase/embedded/data/paths.ts';

/** `npm run texts` lists the texts with placeholders, from `i18n/en`, because JSON alone has no types for them. */

const ENGLISH = join(ROOT, 'i18n', DEFAULT_LOCALE);
export const PLACES_FILE = join(ROOT, 'src/i18n/places.ts');

/** A text with placeholders, by its path, and their names. All forms of a count share one. */
const placesAt = (value: unknown, path: string): readonly (readonly [string, readonly string[]])[] => {
  if (typeof value !== 'object' || value === null || 'other' in value) {
    const texts = typeof value === 'string' ? [value] : Object.values(value ?? {}).map(String);
    const names = new Set(texts.flatMap(placesIn).filter((name) => !(name in FILLED)));
    return names.size > 0 ? [[path, [...names].sort()]] : [];
  }
  return Object.entries(value).flatMap(([key, own]) => placesAt(own, `${path}.${key}`));
};

/** The expected file. */
export const placesFile = async (): Promise<string> => {
  const lines = readdirSync(ENGLISH)
    .sort()
    .flatMap((file) =>
      placesAt(JSON.parse(readFileSync(join(ENGLISH, file), 'utf8')), file.replace(/\.json$/, '')),
    )
    .map(([path, names]) => `readonly '${path}': ${names.map((name) => `'${name}'`).join(' | ')};`);
  return format(
    `// Written by \`npm run texts\`.\n\n/** The texts with places for values, and the names of the places. */\nexport interface Places {\n${lines.join('\n')}\n}\n`,
    { ...(await resolveConfig(PLACES_FILE)), parser: 'typescript' },
  );
};

if (import.meta.main) writeFileSync(PLACES_FILE, await placesFile());
