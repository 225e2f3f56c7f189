import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;

export default defineConfig({
  root,
  test: {
    // A test that asserts nothing shows nothing, so it fails.
    expect: { requireAssertions: true },
    projects: [
      { root, test: { name: 'tests', include: ['tests/**/*.test.ts'], testTimeout: 120_000 } },
      {
        root,
        // Drives programs of others against our servers.
        test: {
          name: 'agents',
          include: ['agents/**/*.test.ts'],
          globalSetup: ['../support/shared-databases.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        // Drives the browsers of a Debian system.
        test: {
          name: 'browsers',
          include: ['browsers/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
