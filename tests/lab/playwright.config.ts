import { defineConfig } from 'playwright/test';
import e2e from '../playwright.config.ts';

/** The same product and browser as the journeys, for commands of the lab that name their folder. */
export default defineConfig({
  ...e2e,
  testDir: '.',
  testMatch: '**/*.spec.ts',
  reporter: 'list',
  // The accepted pictures are of one machine, with its fonts, so they stay on it.
  snapshotPathTemplate: '../../.data/screenshots/{arg}{ext}',
});
