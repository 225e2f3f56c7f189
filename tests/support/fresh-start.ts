import { vi } from 'vitest';

// Runs before each file of tests, in a process that has run others. A file's mocks hold for all that it
// imports, and nothing that another one replaced is left.
vi.resetModules();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.restoreAllMocks();

// The figures of the stories are this shop's, so that they hold for every product that `npm run adopt` makes.
vi.mock('../../src/site.config.ts', () => import('./example-site.ts'));
