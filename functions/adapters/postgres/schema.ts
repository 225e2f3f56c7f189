import type { CreditSource } from '../../../src/contract/credits.ts';
import type { Entry } from '../../domain/ledger.ts';

/**
 * The tables as the latest migration leaves them. Ids are UUIDv7 that the caller makes; counts of
 * credits are `bigint` columns, read as numbers (`int8.ts`); times are `timestamptz`.
 */
export interface Schema {
  readonly users: UsersTable;
  readonly sessions: SessionsTable;
  readonly used_id_tokens: UsedIdTokensTable;
  readonly trials: TrialsTable;
  readonly wallets: WalletsTable;
  readonly lots: LotsTable;
  readonly entries: EntriesTable;
  readonly idempotency_keys: IdempotencyKeysTable;
}

/** The profile as the identity provider last reported it, field by field; null where absent. */
export interface ProfileColumns {
  sub: string;
  email: string | null;
  email_verified: boolean | null;
  family_name: string | null;
  given_name: string | null;
  locale: string | null;
  name: string | null;
  nickname: string | null;
  picture: string | null;
  /** The provider's own text, not ours: `saved_at` is when we stored it. */
  updated_at: string | null;
}

interface UsersTable extends ProfileColumns {
  id: string;
  wallet_id: string;
  created_at: Date;
  saved_at: Date;
}

interface SessionsTable {
  id: string;
  token_hash: string;
  user_id: string;
  user_agent: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

interface UsedIdTokensTable {
  token_hash: string;
  forget_at: Date;
}

/** One row for an address that had its trial. It outlives the user. */
interface TrialsTable {
  key: string;
  wallet_id: string;
  granted_at: Date;
}

/** The sums of a wallet. Every writer of entries updates this row, so writers conflict. */
interface WalletsTable {
  id: string;
  entry_count: number;
  available: number;
  held: number;
  owed: number;
  updated_at: Date;
}

interface LotsTable {
  id: string;
  wallet_id: string;
  source: CreditSource;
  amount: number;
  remaining: number;
  reference: string;
  /** Why an operator gave them; null for every other source. */
  reason: string | null;
  actor: string;
  granted_at: Date;
  expires_at: Date;
}

interface EntriesTable {
  wallet_id: string;
  number: number;
  kind: Entry['kind'];
  amount: number;
  balance_before: number;
  balance_after: number;
  available_after: number;
  held_after: number;
  owed_after: number;
  lot_id: string | null;
  reference: string;
  idempotency_key: string;
  actor: string;
  at: Date;
}

/** The first answer to each key, kept for good (rule 4 of the ledger). */
interface IdempotencyKeysTable {
  wallet_id: string;
  key: string;
  request_hash: string;
  response: string;
  created_at: Date;
}
