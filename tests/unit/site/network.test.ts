import { expect, test } from 'vitest';
import { isThisComputer, onNetwork, parseOrigins } from '../../../src/core/site/network.ts';

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['[::1]', true],
  ['192.168.1.20', false],
  ['127.example', false],
  ['venue.test', false],
])('%s means this computer: %s', (hostname, is) => {
  expect(isThisComputer(hostname)).toBe(is);
});

test('an address gets the origin that was chosen, and nothing else changes', () => {
  const address = 'http://localhost:4321/fr/score/?a=http://localhost:4321#secret';
  const network = (chosen: string | null) => ({ origins: [], chosen });
  expect(onNetwork(network('https://venue.test'), address)).toBe(
    'https://venue.test/fr/score/?a=http://localhost:4321#secret',
  );
  for (const unknown of [null, network(null)]) expect(onNetwork(unknown, address)).toBe(address);
});

test.each([
  [{ origins: ['http://192.168.1.20:4321', 'https://venue.test'] }, 2],
  [{ origins: ['javascript:alert(1)', 'http://venue.test/path', 'http://a b', 5, null] }, 0],
  [{ origins: 'http://venue.test' }, 0],
  [{}, 0],
  [null, 0],
  ['<html>', 0],
])('%j names %i origins', (answer, count) => {
  expect(parseOrigins(answer)).toHaveLength(count);
});
