import type { CreditSource } from '../../../../src/contract/credits.ts';
import type { RunStatus } from '../../../../src/contract/flows.ts';
import type { Currency } from '../../../../src/contract/prices.ts';
import type { Entry } from '../../../domain/ledger/entry.ts';
import type { Hold } from '../../../domain/ledger/wallet.ts';
import type { Progress } from '../../../domain/purchase/purchase.ts';
import type { Reversal } from '../../../domain/purchase/reversal.ts';
import type { RunFailure } from '../../../domain/run/run.ts';

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
  readonly holds: HoldsTable;
  readonly outbox: OutboxTable;
  readonly idempotency_keys: IdempotencyKeysTable;
  readonly purchases: PurchasesTable;
  readonly reversals: ReversalsTable;
  readonly service_keys: ServiceKeysTable;
  readonly rate_limits: RateLimitsTable;
  readonly runs: RunsTable;
  readonly run_files: RunFilesTable;
  readonly erasures: ErasuresTable;
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
  /** At and below this the balance is low; null before the first trial or purchase. */
  low_mark: number | null;
  updated_at: Date;
}

interface LotsTable {
  id: string;
  wallet_id: string;
  source: CreditSource;
  amount: number;
  remaining: number;
  held: number;
  owed: number;
  expired: number;
  refunded: number;
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
  quantity: number;
  amount: number;
  balance_before: number;
  balance_after: number;
  available_after: number;
  held_after: number;
  owed_after: number;
  lot_id: string | null;
  hold_id: string | null;
  reference: string;
  idempotency_key: string;
  actor: string;
  at: Date;
}

interface HoldsTable {
  id: string;
  wallet_id: string;
  amount: number;
  /** Shares as JSON, `shares.ts`. */
  split: string;
  state: Hold['state'];
  /** Shares as JSON; an empty list until the hold is captured. */
  captured: string;
  reference: string;
  created_at: Date;
  expires_at: Date;
}

/** What happened that somebody should be told; a sender marks it when it has done so. */
interface OutboxTable {
  id: string;
  wallet_id: string;
  event: 'balance_low';
  /** JSON, by the event. */
  payload: string;
  created_at: Date;
  sent_at: Date | null;
}

/** The first answer to each key, kept for good (rule 4 of the ledger). */
interface IdempotencyKeysTable {
  wallet_id: string;
  key: string;
  /** Null in rows from before it was noted, and where the key is one of ours. */
  actor: string | null;
  request_hash: string;
  response: string;
  created_at: Date;
}

interface ServiceKeysTable {
  id: string;
  name: string;
  key_hash: string;
  /** Separated by spaces. */
  scopes: string;
  created_at: Date;
  revoked_at: Date | null;
}

/** What somebody is buying or has bought. Whatever its payment does, updates this row first. */
interface PurchasesTable {
  id: string;
  wallet_id: string;
  pack_id: string;
  credits: number;
  currency: Currency;
  amount_minor: number;
  progress: Progress;
  /** The payment service's id of the payment; null until there is one. */
  payment_id: string | null;
  taken_back: number;
  created_at: Date;
  open_until: Date;
  paid_at: Date | null;
}

/** Refunds and disputes of purchases, under the payment service's ids. */
interface ReversalsTable {
  id: string;
  purchase_id: string;
  kind: Reversal['kind'];
  amount_minor: number;
  standing: Reversal['status'];
  noted_at: Date;
}

/** A bucket of calls that is not full yet, or was not when it was last used. */
interface RateLimitsTable {
  /** An HMAC: nobody's address or session can be read from it. */
  key: string;
  full_at: Date;
}

/** A run of a flow. Its id is that of its hold; the input it had is nowhere. */
interface RunsTable {
  id: string;
  wallet_id: string;
  flow_id: string;
  status: RunStatus;
  amount: number;
  /** Null unless it failed. */
  failure: RunFailure | null;
  /** What the flow said of an input that it refused: JSON, by language. */
  sentences: string | null;
  /** The parts of the result as JSON, without the content of files; null unless it is kept. */
  result: string | null;
  started_at: Date;
  finished_at: Date | null;
  /** A run that is not ended by then has failed. */
  ends_by: Date;
  kept_until: Date;
  /** Whether there may still be files of it. */
  is_kept: boolean;
}

/** A piece of a file of a result. */
interface RunFilesTable {
  run_id: string;
  name: string;
  /** Counts from 0. */
  number: number;
  /** Base64. */
  content: string;
}

/** A user who was deleted, by the wallet that stays, until the sweep has deleted the runs. */
interface ErasuresTable {
  wallet_id: string;
  asked_at: Date;
}
