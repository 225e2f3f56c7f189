import type { AccountRecord } from '../../functions/domain/account/account-store.ts';
import { account, now } from './memory-stores.ts';

/** An account with nothing but its profile; `changes` fill it. */
export function accountRecord(changes: Partial<AccountRecord> = {}): AccountRecord {
  return {
    id: '0195f0a0-0000-7000-8000-0000000000b1',
    profile: account.profile,
    createdAt: now,
    savedAt: now,
    sessions: [],
    devices: [],
    wallet: { id: account.walletId, entryCount: 0, lots: [], holds: [], keys: [] },
    lots: [],
    holds: [],
    entries: [],
    purchases: [],
    topUp: { state: 'none', spent: [], charging: false },
    keys: [],
    messages: { unwanted: [] },
    notices: [],
    runs: [],
    ...changes,
  };
}
