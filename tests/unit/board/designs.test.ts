import { blend, interpolate, wcagContrast, wcagLuminance, type Color } from 'culori';
import fc from 'fast-check';
import * as prettier from 'prettier';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { THEMES, type Theme } from '../../../src/core/overlay/board.ts';
import { INKS, type Palettes } from '../../../src/core/overlay/designs/palette.ts';
import { designVariables } from '../../../src/core/overlay/design-variables.ts';
import { DESIGNS, type Design } from '../../../src/core/overlay/look.ts';
import { DESIGN_PARTS } from '../../../src/features/board/designs.ts';

/** WCAG's level AA for text of any size. */
const AA = 4.5;

// A hundred thousand contrasts, on machines that do other things too.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => {
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync(): void {
        // A browser reads the styles.
      }
    },
  );
  vi.stubGlobal('document', { adoptedStyleSheets: [] });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const palettesOf = async (): Promise<Record<Design, Palettes>> =>
  Object.fromEntries(
    await Promise.all(DESIGNS.map(async (design) => [design, await DESIGN_PARTS[design]()] as const)),
  ) as Record<Design, Palettes>;

/** How bright a ground may be seen: between a gradient's stops too, and over any picture. */
const luminances = (ground: string): readonly number[] => {
  const stops = ground.match(/#[0-9a-f]+/g) ?? [];
  const between = stops.length > 1 ? interpolate(stops, 'rgb') : null;
  const paints: readonly (Color | string)[] = between
    ? Array.from({ length: 33 }, (_, step) => between(step / 32))
    : stops;
  return paints.flatMap((paint) =>
    ['#ffffff', '#808080', '#0b7d4b', '#000000'].map((behind) =>
      wcagLuminance(blend([behind, paint], 'normal')),
    ),
  );
};

const known = new Map<string, readonly number[]>();
/** As `luminances`, once for each. */
const seen = (ground: string): readonly number[] => {
  const found = known.get(ground) ?? luminances(ground);
  known.set(ground, found);
  return found;
};

const lowestOf = (ink: string, ground: string): number => {
  const [its = 0] = seen(ink);
  return Math.min(
    ...seen(ground).map((behind) => (Math.max(its, behind) + 0.05) / (Math.min(its, behind) + 0.05)),
  );
};

interface Pair {
  readonly ground: keyof typeof INKS;
  readonly ink: string;
  readonly contrast: number;
}

/** Each ink on its ground, as another implementation of WCAG's luminance sees it. */
const pairsOf = (palettes: Palettes, theme: Theme, accent: string | null): readonly Pair[] => {
  const variables = designVariables(palettes, { theme, accent });
  return (Object.keys(INKS) as (keyof typeof INKS)[]).flatMap((ground) => {
    return INKS[ground].map((ink) => ({
      ground,
      ink,
      contrast: lowestOf(variables[`--${ink}`] ?? '', variables[`--${ground}`] ?? ''),
    }));
  });
};

const illegible = (pairs: readonly Pair[]): readonly Pair[] =>
  pairs.filter(({ contrast }) => !(contrast >= AA));

const hex = (color: number): string => color.toString(16).padStart(6, '0');

/** Black, white, greys, and every hue in several strengths. */
const ACCENTS = [0x00, 0x55, 0x80, 0xaa, 0xff].flatMap((r, _, parts) =>
  parts.flatMap((g) => parts.map((b) => hex(r * 0x10000 + g * 0x100 + b))),
);

describe('texts on a board are readable', () => {
  test.each(DESIGNS.flatMap((design) => THEMES.map((theme) => [design, theme] as const)))(
    'in %s, %s, whatever the accent',
    async (design, theme) => {
      const palettes = (await palettesOf())[design];
      expect(illegible(pairsOf(palettes, theme, null))).toEqual([]);
      for (const accent of ACCENTS) {
        expect(illegible(pairsOf(palettes, theme, accent)), accent).toEqual([]);
      }
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 0xffffff }), (color) => {
          expect(illegible(pairsOf(palettes, theme, hex(color)))).toEqual([]);
        }),
      );
    },
  );
});

describe('a venue’s accent', () => {
  test('is as it was chosen where that can be read', async () => {
    const { baize } = await palettesOf();
    expect(designVariables(baize, { theme: 'dark', accent: 'ffe7b0' })).toMatchObject({
      '--accent': '#ffe7b0',
      '--accent-tile': '#ffe7b0',
      '--mark': '#ffe7b0',
      '--won': '#ffe7b0',
      '--on-won': '#07120e',
    });
  });

  test('goes no further than it has to', async () => {
    const { baize } = await palettesOf();
    const [dark, light] = THEMES.map(
      (theme) => designVariables(baize, { theme, accent: '1020ff' })['--accent'] ?? '',
    );
    expect(light).toBe('#1020ff');
    expect(dark).not.toBe('#1020ff');
    expect(wcagContrast(dark ?? '', '#1a3a2c')).toBeLessThan(AA + 0.2);
  });

  test('leaves everything else as it is', async () => {
    const { slate } = await palettesOf();
    const own = designVariables(slate, { theme: 'dark', accent: null });
    const other = designVariables(slate, { theme: 'dark', accent: '00ff00' });
    const changed = Object.keys(own).filter((name) => own[name] !== other[name]);
    expect(changed.sort()).toEqual(
      ['accent', 'accent-tile', 'mark', 'mark-tile', 'on-won', 'sweep', 'won'].map((name) => `--${name}`),
    );
  });

  test('fills the plate of the player at the table, if the design does', async () => {
    const { ribbon } = await palettesOf();
    expect(designVariables(ribbon, { theme: 'light', accent: '0050c8' })).toMatchObject({
      '--plate-lit': '#0050c8',
      '--text-lit': '#ffffff',
    });
  });
});

test('designs differ in more than colours: each but the first brings its styles', async () => {
  await palettesOf();
  expect(document.adoptedStyleSheets).toHaveLength(DESIGNS.length - 1);
});

test('the contrast table is up to date (`npx vitest -u` writes it)', async () => {
  const palettes = await palettesOf();
  const least = (pairs: readonly Pair[]): Pair => pairs.reduce((a, b) => (b.contrast < a.contrast ? b : a));
  // Rounded down: a table must not promise more than there is.
  const says = ({ ink, contrast }: Pair): string =>
    `${(Math.floor(contrast * 100) / 100).toFixed(2)} (${ink})`;
  const grounds = Object.keys(INKS) as (keyof typeof INKS)[];
  const rows = DESIGNS.flatMap((design) =>
    THEMES.map((theme) => {
      const own = pairsOf(palettes[design], theme, null);
      const any = ACCENTS.flatMap((accent) => pairsOf(palettes[design], theme, accent));
      const cells = grounds.map((ground) => says(least(own.filter((pair) => pair.ground === ground))));
      return `| ${[design, theme, ...cells, says(least(any))].join(' | ')} |`;
    }),
  );
  const heads = ['design', 'theme', ...grounds.map((ground) => `on \`--${ground}\``), 'with any accent'];
  const table = `# Contrast on air

The lowest contrast of what is written on each of a board's grounds, and the ink that has it, by WCAG's formula; 4.5 is
level AA for text of any size. A ground is taken where it is worst: anywhere between a gradient's colours, and over a
white, grey, green and black picture where it lets that through. The last column is the lowest of all with
${String(ACCENTS.length)} accents, black, white and greys among them. Written by \`tests/unit/board/designs.test.ts\`; how it
comes about: [decision 32](../decisions/32-contrast-by-computing.md).

| ${heads.join(' | ')} |
|${' --- |'.repeat(heads.length)}
${rows.join('\n')}
`;
  const config = await prettier.resolveConfig('docs/generated/contrast.md');
  await expect(await prettier.format(table, { ...config, parser: 'markdown' })).toMatchFileSnapshot(
    '../../../docs/generated/contrast.md',
  );
});
