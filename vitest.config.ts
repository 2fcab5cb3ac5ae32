import { defineConfig } from 'vitest/config';

/** For hooks that open a Postgres, and tests that start several processes, on machines that do other things too. */
const SLOW = {
  testTimeout: 150_000,
  hookTimeout: 150_000,
  maxWorkers: 2,
  expect: { poll: { timeout: 60_000, interval: 5 } },
};

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] } },
      {
        test: {
          name: 'built',
          include: ['tests/built/**/*.test.ts'],
          globalSetup: 'tests/built/build.ts',
          ...SLOW,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          ...SLOW,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'embedded',
          include: ['tests/embedded/**/*.test.ts'],
          globalSetup: 'tests/embedded/prepared.ts',
          ...SLOW,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
