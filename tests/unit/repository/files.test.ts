import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('names the workflow’s actions by hash', () => {
  const uses = readFileSync('.github/workflows/ci.yml', 'utf8').match(/uses: .*/g) ?? [];
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
    [],
  );
});

it('names one version of Node for everybody', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(dependencies['node']?.split('.')[0]);
});

const UTC = /^(?<date>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)/;

/** Supabase's CLI and the server apply them in order, so one that is dated ahead would make the next one too old. */
it('dates each migration at a moment that exists and has passed', () => {
  const names = readdirSync('supabase/migrations').filter((name) => name.endsWith('.sql'));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const text = name.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_[a-z_]+\.sql$/, '$1-$2-$3T$4:$5:$6');
    const moment = new Date(`${text}Z`);
    expect(UTC.exec(moment.toISOString())?.groups?.['date'], name).toBe(text);
    expect(moment.getTime(), name).toBeLessThan(Date.now());
  }
});
