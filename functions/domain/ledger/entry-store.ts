import type { CreditSource } from '../../../src/contract/credits.ts';
import type { EntryKind } from '../../../src/contract/entries.ts';
import type { Entry } from './entry.ts';

/** An entry with what its lot says of itself. */
export interface StoredEntry extends Entry {
  readonly source?: CreditSource;
  readonly reason?: string;
}

export interface EntryStore {
  /** The entries of a wallet as of `now`, newest first: those below a number, of some kinds. */
  list(wanted: {
    readonly walletId: string;
    readonly now: Date;
    readonly before?: number | undefined;
    readonly kinds?: readonly EntryKind[] | undefined;
    readonly limit: number;
  }): Promise<readonly StoredEntry[]>;
}
