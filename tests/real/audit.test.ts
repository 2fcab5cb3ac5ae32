import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

/** What npm's registry knows of the packages here: nothing high, and nothing moderate in what the site or a server runs. */

/** Packages that it warns of, and why they stay. */
const EXCEPTIONS = {};

/** Those that only test and check. */
const [, CHECKS = ''] = readFileSync('docs/dependencies.md', 'utf8').split('\n## To test and check it\n');

interface Warning {
  readonly name: string;
  readonly severity: 'info' | 'low' | 'moderate' | 'high' | 'critical';
  readonly range: string;
  /** Its vulnerabilities, or the names of vulnerable packages that it uses. */
  readonly via: readonly (string | object)[];
}

interface Report {
  /** Missing if the registry didn't answer, which `message` explains. */
  readonly vulnerabilities?: Readonly<Record<string, Warning>>;
  readonly message?: string;
}

const npm = (...args: readonly string[]): Promise<unknown> =>
  new Promise((resolve) => {
    // Its status says that something was found.
    execFile(
      'npm',
      [...args, '--json', '--package-lock-only'],
      { maxBuffer: Infinity },
      (_status, stdout) => {
        resolve(JSON.parse(stdout));
      },
    );
  });

/** The packages of a report that may not stay. */
const findingsOf = async ({ vulnerabilities = {} }: Report): Promise<readonly string[]> => {
  const findings: string[] = [];
  for (const { name, severity, range, via } of Object.values(vulnerabilities)) {
    if (['info', 'low'].includes(severity) || !via.some((reason) => typeof reason === 'object')) continue;
    const { dependencies = {} } = (await npm('ls', `${name}@${range}`)) as { dependencies?: object };
    const onlyChecks = Object.keys(dependencies).every((used) => CHECKS.includes(`\`${used}\``));
    if (severity !== 'moderate' || !onlyChecks) findings.push(name);
  }
  return findings.sort();
};

const report = (await npm('audit')) as Report;
const isAnswered = report.vulnerabilities !== undefined;
if (!isAnswered) console.log(`Skipped: the registry's warnings, for it says ${report.message ?? 'nothing'}.`);

test.skipIf(!isAnswered)('the registry warns of nothing but what has its reason', async () => {
  expect(await findingsOf(report)).toEqual(Object.keys(EXCEPTIONS).sort());
});

test('a warning of a package that runs is found from moderate on, one of a package that only checks from high on', async () => {
  const warning = (severity: Warning['severity']) => [
    { id: 1, url: 'https://registry.test', title: 'A hole', severity, vulnerable_versions: '*' },
  ];
  const warnings = {
    jose: warning('moderate'),
    mrmime: warning('low'),
    culori: warning('moderate'),
    jsqr: warning('critical'),
  };
  const registry = createServer((request, response) => {
    // It is also asked for packages that it doesn't have.
    response.writeHead(request.method === 'POST' ? 200 : 404);
    request.resume().on('end', () => response.end(JSON.stringify(warnings)));
  });
  await new Promise<void>((listening) => registry.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void registry.close());
  const { port } = registry.address() as AddressInfo;
  const report = (await npm('audit', '--registry', `http://127.0.0.1:${port}`)) as Report;
  expect(await findingsOf(report)).toEqual(['jose', 'jsqr']);
});
