import { afterAll, vi } from 'vitest';

// Each file of tests gets our modules anew, and leaves nothing behind. What they import of packages
// stays loaded and compiled, above all Postgres in WebAssembly.
vi.resetModules();

afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
