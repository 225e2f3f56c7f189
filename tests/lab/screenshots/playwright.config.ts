import { defineConfig } from 'playwright/test';
import e2e from '../../playwright.config.ts';

/** `npm run screenshots`: the same product and browser as the journeys, but it takes pictures. */
export default defineConfig({
  ...e2e,
  testDir: '.',
  reporter: 'list',
  // The accepted pictures are of one machine, with its fonts, so they stay on it.
  snapshotPathTemplate: '../../../.data/screenshots/{arg}{ext}',
});
