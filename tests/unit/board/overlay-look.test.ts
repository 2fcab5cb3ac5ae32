import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faceOf, parseBranding, NO_BRANDING } from '../../../src/core/branding/branding.ts';
import { LAYOUT_NAMES } from '../../../src/core/overlay/layouts.ts';
import { DESIGNS, lookQuery, readLook, SCALES, type Look } from '../../../src/core/overlay/look.ts';
import { THEMES } from '../../../src/core/overlay/board.ts';
import { LOCALE_NAMES } from '../../../src/i18n/locales.ts';

const OWN = { theme: 'light', locale: 'fr' } as const;
const USUAL: Look = {
  layout: 'bar',
  theme: 'light',
  design: 'baize',
  locale: 'fr',
  scale: 1,
  accent: null,
  still: false,
  sponsors: false,
};

describe('the look that an address asks for', () => {
  test('is as it always was where the address says nothing', () => {
    expect(readLook('', OWN)).toEqual(USUAL);
    expect(readLook('', { ...OWN, layout: 'tv' })).toEqual({ ...USUAL, layout: 'tv', sponsors: true });
  });

  test.each([
    ['', 'dark', 'dark'],
    ['', 'light', 'light'],
    ['?theme=dark', 'light', 'dark'],
    ['?theme=light', 'dark', 'light'],
    ['?theme=', 'dark', 'light'],
    ['?theme=DARK', 'dark', 'light'],
  ] as const)('%j over the stored %s theme is %s', (search, theme, shown) => {
    expect(readLook(search, { ...OWN, theme }).theme).toBe(shown);
  });

  test.each<[string, Partial<Look>]>([
    ['?theme=dark&lang=ar', { theme: 'dark', locale: 'ar' }],
    ['?lang=de', {}],
    ['?lang=', {}],
    ['?layout=corner&design=slate', { layout: 'corner', design: 'slate' }],
    ['?layout=full', { layout: 'full', sponsors: true }],
    ['?layout=full&sponsors=none', { layout: 'full' }],
    ['?sponsors=on', { sponsors: true }],
    ['?layout=toString&design=__proto__&sponsors=all', {}],
    ['?accent=FFcc00', { accent: 'ffcc00' }],
    ['?accent=%23ffcc00', {}],
    ['?accent=red', {}],
    ['?scale=2', { scale: 2 }],
    ['?scale=0.01', { scale: SCALES.min }],
    ['?scale=1e9', { scale: SCALES.max }],
    ['?scale=Infinity', { scale: SCALES.max }],
    ['?scale=-1', {}],
    ['?scale=NaN', {}],
    ['?motion=none', { still: true }],
    ['?motion=all', {}],
    ['?motion', {}],
  ])('%j', (search, changes) => {
    expect(readLook(search, OWN)).toEqual({ ...USUAL, ...changes });
  });

  test('is what its own query asks for, whatever is stored', () => {
    const digits = fc.constantFrom(...Array.from('0123456789abcdef'));
    fc.assert(
      fc.property(
        fc.record({
          layout: fc.constantFrom(...LAYOUT_NAMES),
          theme: fc.constantFrom(...THEMES),
          design: fc.constantFrom(...DESIGNS),
          locale: fc.constantFrom(...LOCALE_NAMES),
          scale: fc.double({ ...SCALES, noNaN: true }),
          accent: fc.option(fc.string({ unit: digits, minLength: 6, maxLength: 6 })),
          still: fc.boolean(),
          sponsors: fc.boolean(),
        }),
        fc.constantFrom(...THEMES),
        fc.constantFrom(...LOCALE_NAMES),
        (look, theme, locale) => {
          expect(readLook(lookQuery(look, { locale }), { theme, locale })).toEqual(look);
        },
      ),
    );
  });

  test('goes without saying where it is the usual one', () => {
    expect(lookQuery(USUAL, OWN)).toBe('?theme=light');
  });
});

describe('what a venue puts around a board', () => {
  const picture = 'aaaaaaaaaaaaaaaaaaaaaa';

  test('is read from what the server sends', () => {
    const face = { name: 'Salma', flag: 'MA', picture };
    const sponsor = { title: 'Café <b>Atlas</b>', picture };
    const branding = parseBranding({ table: 'Table 1', faces: [face], sponsors: [sponsor] });
    expect(branding).toEqual({ table: 'Table 1', faces: [face], sponsors: [sponsor] });
    expect(faceOf(branding, 'Salma')).toEqual(face);
    expect(faceOf(branding, 'salma ')).toBeNull();
  });

  test.each([undefined, null, 'x', [], {}, { table: 3, faces: {}, sponsors: [null, { title: 'x' }] }])(
    '%j is none',
    (value) => {
      expect(parseBranding(value)).toEqual(NO_BRANDING);
    },
  );

  test('names no file that the service can’t have, and no flag of no country', () => {
    const broken = { name: 'Salma', flag: '../x', picture: '../../secret' };
    expect(parseBranding({ faces: [broken], sponsors: [{ title: '', picture: 'x' }] })).toEqual({
      ...NO_BRANDING,
      faces: [{ name: 'Salma', flag: null, picture: null }],
    });
  });
});
