import { vi } from 'vitest';

// Runs before each file, in a process that has run others: its mocks hold for all that it imports.
vi.resetModules();
