import { defineConfig } from 'vitest/config';

// Each file opens a Postgres of its own.
const embedded = { testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] } },
      { test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], ...embedded } },
      { test: { name: 'embedded', include: ['tests/embedded/**/*.test.ts'], ...embedded } },
    ],
  },
});
