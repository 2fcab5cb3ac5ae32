import { defineConfig } from 'vitest/config';

/** For hooks that start Postgres, and tests that start several processes, on busy machines. */
const SLOW = {
  testTimeout: 150_000,
  hookTimeout: 150_000,
  expect: { poll: { timeout: 60_000, interval: 5 } },
};

/** For many small files: to import the server or the site for each of them anew would take a sixth of the run. */
const ONE_PROCESS = { isolate: false, setupFiles: 'tests/common/between-files.ts' };

/** Projects run in parallel only if they have the same number of workers; the default would be one on two cores. */
const maxWorkers = 2;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          ...ONE_PROCESS,
          maxWorkers,
          testTimeout: 20_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'built',
          include: ['tests/built/**/*.test.ts'],
          globalSetup: 'tests/built/build.ts',
          maxWorkers,
          ...SLOW,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: 'tests/embedded/prepared.ts',
          maxWorkers,
          ...SLOW,
        },
      },
      {
        test: {
          name: 'embedded',
          include: ['tests/embedded/**/*.test.ts'],
          globalSetup: 'tests/embedded/prepared.ts',
          ...ONE_PROCESS,
          maxWorkers,
          ...SLOW,
        },
      },
      {
        // `npm run test:real`: longer ones, and parts that not every machine has.
        test: {
          name: 'real',
          include: ['tests/real/**/*.test.ts'],
          globalSetup: 'tests/embedded/prepared.ts',
          maxWorkers: 1,
          ...SLOW,
        },
      },
    ],
  },
});
