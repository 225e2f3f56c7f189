import { afterEach, describe, expect, it, vi } from 'vitest';
import { pendingFlow } from '../../../../../src/client/state/pending.ts';
import { stubStorage } from '../../../../support/browser-storage.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a pending flow', () => {
  it.each(['', '//evil.example', 'a/../b', 'A', `a${'b'.repeat(40)}`])(
    'is none when the storage has %j',
    (flowTrip) => {
      stubStorage('sessionStorage', { flowTrip });
      expect(pendingFlow.read()).toBeUndefined();
    },
  );
});
