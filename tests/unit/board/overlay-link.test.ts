import { describe, expect, test } from 'vitest';
import {
  withLook,
  changeLook,
  isWiderThanPicture,
  lookOf,
  queryOf,
  shareOfPicture,
  sourceSize,
} from '../../../src/core/overlay/overlay-link.ts';
import { overlayLink } from '../../../src/core/overlay/address.ts';
import { LAYOUT_NAMES } from '../../../src/core/overlay/layouts.ts';
import { DESIGNS } from '../../../src/core/overlay/look.ts';
import { createOverlayLink } from '../../../src/features/desk/overlay-link.ts';

const USUAL_LOOK = lookOf('');
const LINK = overlayLink('https://cueboard.test', 'a'.repeat(24));

const lasting = (path = '/dashboard/') => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  } as unknown as Storage;
  return { lasting: () => storage, address: () => new URL(path, 'https://cueboard.test') };
};

describe('a link', () => {
  test('says nothing more than the overlay link while nothing is chosen', () => {
    expect(withLook(LINK, USUAL_LOOK)).toBe(LINK);
  });

  test.each(LAYOUT_NAMES.flatMap((layout) => DESIGNS.map((design) => ({ layout, design }))))(
    'of $layout and $design is read as it was chosen',
    (change) => {
      const look = changeLook(USUAL_LOOK, {
        ...change,
        theme: 'light',
        locale: 'ar',
        accent: '3366cc',
        still: true,
        scale: 1.25,
      });
      expect(lookOf(new URL(withLook(LINK, look)).search)).toEqual(look);
    },
  );
});

describe('a choice', () => {
  test('of a layout sets its default for sponsors, until they are set explicitly', () => {
    const lower = changeLook(USUAL_LOOK, { layout: 'lower' });
    expect(lower.sponsors).toBe(true);
    expect(changeLook(lower, { layout: 'bar' }).sponsors).toBe(false);
    const without = changeLook(lower, { sponsors: false });
    expect(changeLook(without, { layout: 'tv' }).sponsors).toBe(false);
  });

  test.each([
    [0.1, 0.25],
    [9, 4],
  ])('of a scale of %d is one of %d', (asked, scale) => {
    expect(changeLook(USUAL_LOOK, { scale: asked }).scale).toBe(scale);
  });
});

test('a source has the size of its layout, in whole pixels', () => {
  expect(sourceSize(USUAL_LOOK)).toEqual({ width: 1280, height: 150 });
  expect(sourceSize(changeLook(USUAL_LOOK, { layout: 'corner', scale: 1.15 }))).toEqual({
    width: 575,
    height: 237,
  });
});

test('a look takes its part of a picture’s width, and all of it where it fills its place', () => {
  expect(shareOfPicture(USUAL_LOOK)).toBeCloseTo(2 / 3);
  expect(shareOfPicture(changeLook(USUAL_LOOK, { layout: 'full', scale: 0.5 }))).toBe(1);
  const wide = changeLook(USUAL_LOOK, { scale: 2 });
  expect([shareOfPicture(wide), isWiderThanPicture(wide)]).toEqual([1, true]);
  expect(isWiderThanPicture(changeLook(wide, { layout: 'tv' }))).toBe(false);
});

test('a device keeps the choices for each table, until they are reset', () => {
  const environment = lasting();
  createOverlayLink(environment, 'one').choose({ layout: 'corner', accent: '3366cc' });
  expect(queryOf(createOverlayLink(environment, 'one').$look.get())).toBe(
    '?theme=dark&layout=corner&accent=3366cc',
  );
  expect(createOverlayLink(environment, 'two').$look.get()).toEqual(USUAL_LOOK);
  createOverlayLink(environment, 'one').reset();
  expect(createOverlayLink(environment, 'one').$look.get()).toEqual(USUAL_LOOK);
});

describe('the language', () => {
  test('of a link is that of the desk it is copied at; English goes without saying', () => {
    const token = 'a'.repeat(24);
    expect(overlayLink('https://cueboard.test', token, 'fr')).toBe(`${LINK}&lang=fr`);
    expect(overlayLink('https://cueboard.test', token, 'en')).toBe(LINK);
  });

  test.each(['fr', 'ar'] as const)('of a look is the desk’s, %s, until another one is chosen', (locale) => {
    const browser = lasting(`/${locale}/dashboard/`);
    const air = createOverlayLink(browser, 'one');
    expect(air.$look.get().locale).toBe(locale);
    expect(withLook(LINK, air.$look.get())).toBe(`${LINK}&lang=${locale}`);
    air.choose({ locale: 'en' });
    expect(withLook(LINK, createOverlayLink(browser, 'one').$look.get())).toBe(LINK);
    air.reset();
    expect(air.$look.get().locale).toBe(locale);
  });
});
