import { expect, test } from 'vitest';
import { FIRST_STEPS, stepsDone, type VenueFacts } from '../../../src/core/venue/first-steps.ts';
import { createFirstSteps } from '../../../src/features/venue/first-steps.ts';
import { fakeStorage } from '../fakes/browser-fakes.ts';

type FactsTable = VenueFacts['tables'][number];

const table = (facts: Partial<FactsTable> = {}): FactsTable => ({
  title: 'Overlay 1',
  match: { number: 1, seq: 0 },
  facts: { match: null },
  ...facts,
});

/** A new account, which has one table. */
const NEW: VenueFacts = { title: '', tables: [table()], televisions: [], devices: [] };

const done = (facts: Partial<VenueFacts>): readonly string[] => [...stepsDone({ ...NEW, ...facts })];

test('a new venue has made none of its first steps', () => {
  expect(done({})).toEqual([]);
});

test.each<[step: string, facts: Partial<VenueFacts>]>([
  ['name', { title: 'Café Atlas' }],
  ['tables', { tables: [table({ title: 'VIP' })] }],
  ['tables', { tables: [table(), table({ title: 'Overlay 1' })] }],
  ['television', { televisions: [{}] }],
  ['staff', { devices: [{ removed: true }, { removed: false }] }],
  ['match', { tables: [table({ match: { number: 1, seq: 3 } })] }],
  ['match', { tables: [table({ match: { number: 2, seq: 0 } })] }],
  ['match', { tables: [table({ facts: { match: {} } })] }],
])('%s is done by what is stored: %o', (step, facts) => {
  expect(done(facts)).toEqual([step]);
});

test('a removed phone is no staff', () => {
  expect(done({ devices: [{ removed: true }] })).toEqual([]);
});

test('a venue with everything has made all', () => {
  const facts = { title: 'Atlas', tables: [table({ title: 'A', match: { number: 4, seq: 1 } })] };
  expect(done({ ...facts, televisions: [{}], devices: [{ removed: false }] })).toEqual([...FIRST_STEPS]);
});

test('the list is put away for its own account, and stays away', () => {
  const storage = fakeStorage();
  const open = () => createFirstSteps({ lasting: () => storage });
  const steps = open();
  expect(steps.$isPutAway.get()).toBe(true);
  steps.startWith('me');
  expect(steps.$isPutAway.get()).toBe(false);
  steps.putAway();
  expect(steps.$isPutAway.get()).toBe(true);
  const later = open();
  later.startWith('other');
  expect(later.$isPutAway.get()).toBe(false);
  later.startWith('me');
  expect(later.$isPutAway.get()).toBe(true);
});
