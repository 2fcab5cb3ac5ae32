import { expect, test } from 'vitest';
import { madeBy } from '../../../src/core/devices/devices.ts';

const device = (id: string, by: string | null, removed = false) => ({ id, madeBy: by, removed });

test('removing a device lists everything it paired, directly or through removed devices', () => {
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
