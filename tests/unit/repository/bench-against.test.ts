import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/run.ts';
import { compare } from '../../bench/common/compare.ts';

const tables = (save: number, goal = '≤ 30') => [
  {
    title: 'Save, ms',
    rows: { p50: { measured: save.toFixed(1), goal, holds: 'yes' }, rounds: { measured: 60 } },
  },
];

test('each turn is compared separately, so that a machine that slows down doesn’t count against a revision', () => {
  const turns = [10, 20, 30].map((millis) => ({ before: tables(millis), now: tables(millis * 1.5) }));
  expect(compare(turns)).toEqual({
    compared: new Map([
      ['Save, ms · p50 · measured', { before: 20, now: 30, ratio: 1.5, spread: [1.5, 1.5] }],
      ['Save, ms · rounds · measured', { before: 60, now: 60, ratio: 1, spread: [1, 1] }],
    ]),
    missing: [],
  });
});

test('a figure that one run lacks is named, and not compared', () => {
  const { compared, missing } = compare([
    { before: tables(10), now: tables(10) },
    { before: [], now: tables(0) },
  ]);
  expect(compared.size).toBe(0);
  expect(missing).toEqual(['Save, ms · p50 · measured', 'Save, ms · rounds · measured']);
});

test('what appeared out of nothing is no ratio of one', () => {
  const { compared } = compare([
    { before: tables(0), now: tables(0) },
    { before: tables(0), now: tables(5) },
    { before: tables(0), now: tables(5) },
  ]);
  expect(compared.get('Save, ms · p50 · measured')?.ratio).toBe(Infinity);
});

test('a benchmark’s tables are recorded with the line before each, and still printed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-tables-'));
  const file = join(folder, 'tables');
  const script = `console.log('Save, ms'); console.table({ p50: { measured: '5.0' } }); console.table([{ n: 1 }])`;
  const { stdout } = spawnSync(
    process.execPath,
    ['--import', join(root, 'tests/bench/common/record-tables.ts'), '--eval', script],
    { encoding: 'utf8', env: { ...process.env, BENCH_TABLES: file } },
  );
  const recorded = readFileSync(file, 'utf8').trim().split('\n');
  rmSync(folder, { recursive: true });
  expect(stdout).toContain('5.0');
  expect(recorded.map((line) => JSON.parse(line) as unknown)).toEqual([
    { title: 'Save, ms', rows: { p50: { measured: '5.0' } } },
    { title: '', rows: [{ n: 1 }] },
  ]);
});
