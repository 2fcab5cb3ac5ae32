import { expect, test } from 'vitest';
import { madeBy } from '../../../src/core/devices/devices.ts';

const device = (id: string, by: string | null, removed = false) => ({ id, madeBy: by, removed });

test('what a device let in ends with it, and what that let in, through those that were removed already', () => {
  const all = [
    device('d', 'c'),
    device('c', 'b', true),
    device('b', 'a'),
    device('a', null),
    device('e', null),
  ];
  const idsOf = (id: string) => madeBy(all, id).map((made) => made.id);
  expect(idsOf('a')).toEqual(['d', 'b']);
  expect(idsOf('d')).toEqual([]);
  expect(idsOf('e')).toEqual([]);
});
