import { describe, expect, test } from 'vitest';
import { venuePlan } from '../../../src/core/site/venue-plan.ts';

test('a television for each table, and one in view of everyone', () => {
  expect(venuePlan(6, 0)).toEqual({
    atTables: 6,
    inRoom: 1,
    boxes: 7,
    missing: 7,
    hung: { inRoom: 0, atTables: 0 },
  });
});

test('a single table’s television shows everything', () => {
  expect(venuePlan(1, 0)).toMatchObject({ atTables: 1, inRoom: 0, boxes: 1, missing: 1 });
  expect(venuePlan(1, 1)).toMatchObject({ missing: 0, hung: { inRoom: 0, atTables: 1 } });
});

describe('televisions that are there', () => {
  test('the first hangs in view of everyone, the others beside tables', () => {
    expect(venuePlan(6, 1)).toMatchObject({ missing: 6, hung: { inRoom: 1, atTables: 0 } });
    expect(venuePlan(6, 3)).toMatchObject({ missing: 4, hung: { inRoom: 1, atTables: 2 } });
  });

  test('none is missing when there are more than needed', () => {
    expect(venuePlan(4, 9)).toMatchObject({ boxes: 5, missing: 0, hung: { inRoom: 1, atTables: 4 } });
  });

  test('those hung and those missing are all that the venue needs', () => {
    for (let tables = 1; tables <= 8; tables++) {
      for (let televisions = 0; televisions <= 10; televisions++) {
        const { boxes, missing, hung } = venuePlan(tables, televisions);
        expect(hung.inRoom + hung.atTables + missing).toBe(boxes);
      }
    }
  });
});
