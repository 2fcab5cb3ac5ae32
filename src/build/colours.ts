import { join } from 'node:path';
import { compileString } from 'sass';

const { css } = compileString(
  `@use 'settings'; @each $name, $colour in settings.$colors { #{$name} { color: $colour } }`,
  { loadPaths: [join(process.cwd(), 'src/styles')] },
);

/** The colours in `src/styles/settings` by name, as `#rrggbb`, read by compiling them with Sass. */
export const COLOURS: ReadonlyMap<string, string> = new Map(
  [...css.matchAll(/(\S+) \{\s*color: (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
);

/** One of the design's colours, for drawings without a style sheet. Throws on an unknown name. */
export const colour = (name: string): string => {
  const value = COLOURS.get(name);
  if (!value) throw new Error(`Unknown colour "${name}". Known: ${[...COLOURS.keys()].join(', ')}`);
  return value;
};

/** The page background, for window frames and the splash screen of the installed app. */
export const APP_COLOR = colour('room-900');
