/** The columns of the table `personal_keys`. */
export interface PersonalKeyColumns {
  id: string;
  wallet_id: string;
  /** Empty once its owner has deleted the account. */
  name: string;
  ending: string;
  /** Null once it was ended. */
  secret_hash: string | null;
  /** The secret before, while it works. */
  former_hash: string | null;
  former_until: Date | null;
  /** The flows that it may run, separated by spaces; null for all. */
  flows: string | null;
  /** The rights to read, separated by spaces. */
  reads: string;
  /** A day in UTC, as `2026-11-30`. */
  last_day: string | null;
  cap_life: number | null;
  cap_month: number | null;
  cap_day: number | null;
  /** The use in its windows, as JSON (`ledger/key-rows.ts`). */
  used: string;
  used_on: string | null;
  created_at: Date;
  ended_at: Date | null;
}
