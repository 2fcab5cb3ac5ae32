import { join } from 'node:path';
import { compileString } from 'sass';

const { css } = compileString(
  `@use 'settings'; @each $name, $colour in settings.$colors { #{$name} { color: $colour } }`,
  { loadPaths: [join(process.cwd(), 'src/styles')] },
);

/** The colours of `src/styles/settings` by name, as `#rrggbb`: only Sass can read them there. */
export const COLOURS: ReadonlyMap<string, string> = new Map(
  [...css.matchAll(/(\S+) \{\s*color: (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
);

/** One of the design's colours, for what is drawn without a style sheet. Throws at a name that the design hasn't. */
export const colour = (name: string): string => {
  const value = COLOURS.get(name);
  if (!value) throw new Error(`Unknown colour "${name}". Known: ${[...COLOURS.keys()].join(', ')}`);
  return value;
};

/** The room's ground: window frames and the screen that shows while the installed app starts. */
export const APP_COLOR = colour('room-900');
