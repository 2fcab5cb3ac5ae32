import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canvasOf } from '../../../src/core/overlay/layouts.ts';

describe('what a layout is drawn on', () => {
  test('has its own size, scaled as asked for', () => {
    expect(canvasOf('corner', 2, null)).toEqual({ width: 500, height: 206, scale: 2, upright: false });
  });

  test('is scaled to its place’s width where it fills that, whatever scale is asked for', () => {
    const place = { width: 3840, height: 2160 };
    for (const scale of [1, 2])
      expect(canvasOf('full', scale, place)).toEqual({ width: 1920, height: 112, scale: 2, upright: false });
    expect(canvasOf('bar', 1, { width: 320, height: 0 }, true)).toMatchObject({ width: 1280, scale: 0.25 });
  });

  test('is scaled to a place that is narrower than it, and never to a wider one', () => {
    const scaleIn = (width: number, scale = 1): number =>
      canvasOf('bar', scale, { width, height: 600 }).scale;
    expect([scaleIn(800), scaleIn(1280), scaleIn(1920)]).toEqual([0.625, 1, 1]);
    // A place of 426.24 pixels measures 426.
    expect([scaleIn(426, 0.333), scaleIn(800, 2)]).toEqual([0.333, 0.625]);
  });

  test.each([
    [1280, 720, { width: 1920, height: 1080, scale: 2 / 3, upright: false }],
    [3840, 2160, { width: 1920, height: 1080, scale: 2, upright: false }],
    [1920, 1200, { width: 1920, height: 1200, scale: 1, upright: false }],
    [2560, 1080, { width: 2560, height: 1080, scale: 1, upright: false }],
    [1080, 1920, { width: 1080, height: 1920, scale: 1, upright: true }],
    [540, 1200, { width: 1080, height: 2400, scale: 0.5, upright: true }],
  ])('of a television of %i × %i is at least as large as it is drawn for', (width, height, canvas) => {
    expect(canvasOf('tv', 1, { width, height })).toEqual(canvas);
  });

  test('fills its place, and no more', () => {
    const side = fc.integer({ min: 1, max: 8000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const canvas = canvasOf('tv', 1, { width, height });
        expect(canvas.width * canvas.scale).toBeCloseTo(width, 6);
        expect(canvas.height * canvas.scale).toBeCloseTo(height, 6);
        expect(Math.min(canvas.width, canvas.height)).toBeGreaterThanOrEqual(1080 - 1e-6);
        expect(Math.max(canvas.width, canvas.height)).toBeGreaterThanOrEqual(1920 - 1e-6);
      }),
    );
  });
});
