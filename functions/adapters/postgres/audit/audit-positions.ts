import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import { NIL_ID, type StoredWallet } from './audit-rows.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { WalletState } from './wallet-state.ts';

type Checkpoint = Schema['audit_checkpoints'];

/** A wallet, and how far the audit has read it. */
export interface AuditPosition {
  readonly walletId: string;
  /**
   * `current`: no entry is new. `behind`: there are new entries. `full-read`: the audit reads the
   * wallet from its first entry. `no-checkpoint`: none is stored. `bad-seal`: somebody without the
   * key wrote the checkpoint.
   */
  readonly kind: 'current' | 'behind' | 'full-read' | 'no-checkpoint' | 'bad-seal';
  readonly row?: Checkpoint;
}

/** The next wallets in the order of their ids. */
export async function nextWallets(
  db: Kysely<Schema>,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const wallets = db.selectFrom('wallets').select('id').where('id', '>', after);
  const rows = await wallets.orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** The wallets whose reading from the first entry lies furthest back, before a time. */
export async function longestUnread(
  db: Kysely<Schema>,
  before: Date,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('audit_checkpoints')
    .where('read_at', '<', before)
    .where('wallet_id', '<>', NIL_ID)
    .select('wallet_id')
    .orderBy('read_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.wallet_id);
}

/** Compares wallets with their checkpoints, by one statement of a few reads by key each. */
export async function readPositions(
  db: Kysely<Schema>,
  walletIds: readonly string[],
  checkpoints: Checkpoints,
): Promise<readonly AuditPosition[]> {
  const { rows: wallets } = await sql<StoredWallet & { readonly anchor: string | null }>`
    select wallets.*,
      (select max(number) from entries where wallet_id = wallets.id) as highest,
      (select hash from entries where wallet_id = wallets.id and number = (
        select audit_checkpoints.entry_count from audit_checkpoints
        where wallet_id = wallets.id)) as anchor
    from wallets where id in (${sql.join(walletIds)}) order by id`.execute(db);
  const { rows } = await sql<Checkpoint>`
    select * from audit_checkpoints where wallet_id in (${sql.join(walletIds)})`.execute(db);
  const byWallet = new Map(rows.map((row) => [row.wallet_id, row]));
  return wallets.map((wallet) => {
    const row = byWallet.get(wallet.id);
    if (!row) return { walletId: wallet.id, kind: 'no-checkpoint' };
    return { walletId: wallet.id, kind: kindOf(wallet, row, checkpoints), row };
  });
}

function kindOf(
  wallet: StoredWallet & { readonly anchor: string | null },
  row: Checkpoint,
  checkpoints: Checkpoints,
): AuditPosition['kind'] {
  if (!checkpoints.isSealed(row)) return 'bad-seal';
  const state = row.read_at === null ? undefined : checkpoints.stateOf(row);
  if (!state || (wallet.anchor ?? undefined) !== state.head) return 'full-read';
  if (wallet.entry_count > state.count) return 'behind';
  return isSame(wallet, state) ? 'current' : 'full-read';
}

function isSame(wallet: StoredWallet, state: WalletState): boolean {
  return (
    wallet.entry_count === state.count &&
    (wallet.highest ?? 0) === state.count &&
    wallet.available === state.available &&
    wallet.held === state.held &&
    wallet.owed === state.owed &&
    (wallet.head ?? undefined) === state.head
  );
}
