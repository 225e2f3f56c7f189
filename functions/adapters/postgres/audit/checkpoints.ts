import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { firstIdOf } from '../connection/store-tools.ts';
import type { Schema } from '../schema/schema.ts';
import { NIL_ID } from './audit-rows.ts';
import { stateOfText, textOfState, type WalletState } from './wallet-state.ts';

type Checkpoint = Schema['audit_checkpoints'];

/** Longer states are not kept: a wallet with so many open lots and holds is read whole each time. */
const MAX_STATE_LENGTH = 200_000;

/** How many checkpoints one statement marks: DSQL changes 3,000 rows in a transaction at most. */
const MAX_MARKED = 2_000;

/** Wallets younger than this, in milliseconds, need no checkpoint: clocks of machines differ. */
const YOUNG_MS = 60 * 60_000;

/** The checkpoints of the audit. Changes by somebody without the key show. */
export interface Checkpoints {
  /** Whether somebody with the key wrote it. */
  isSealed(row: Checkpoint): boolean;
  /** The wallet as it was; undefined when it is to be read whole. The row must be a sealed one. */
  stateOf(row: Checkpoint): WalletState | undefined;
  /** The checkpoint of a wallet that was read; without a state it is to be read whole. */
  make(walletId: string, state: WalletState | undefined, readAt: Date | null): Checkpoint;
}

/** @param key 32 characters or more */
export function checkpointsOf(key: string): Checkpoints {
  const sealOf = ({ wallet_id, entry_count, state }: Omit<Checkpoint, 'seal' | 'read_at'>) =>
    macOf(key, JSON.stringify([wallet_id, entry_count, state]));
  return {
    isSealed: (row) => row.seal === sealOf(row),
    stateOf: (row) =>
      row.state === '' ? undefined : stateOfText(row.wallet_id, row.entry_count, row.state),
    make: (walletId, state, readAt) => {
      const text = state ? textOfState(state) : '';
      const kept = text.length > MAX_STATE_LENGTH ? '' : text;
      const facts = { wallet_id: walletId, entry_count: state?.count ?? 0, state: kept };
      return { ...facts, seal: sealOf(facts), read_at: readAt };
    },
  };
}

/** Stores checkpoints, each in the place of an earlier one of its wallet. */
export async function storeCheckpoints(
  db: Kysely<Schema>,
  rows: readonly Checkpoint[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('audit_checkpoints')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('wallet_id').doUpdateSet(({ ref }) => ({
        entry_count: ref('excluded.entry_count'),
        state: ref('excluded.state'),
        seal: ref('excluded.seal'),
        read_at: ref('excluded.read_at'),
      })),
    )
    .execute();
}

/** Marks every wallet to be read from its first entry. The marks outlive a run that is ended. */
export async function markAllUnread(db: Kysely<Schema>): Promise<void> {
  for (let marked = 1; marked > 0; ) {
    const { numAffectedRows = 0n } = await sql`
      update audit_checkpoints set read_at = null where wallet_id in (
        select wallet_id from audit_checkpoints where read_at is not null
        limit ${MAX_MARKED})`.execute(db);
    marked = Number(numAffectedRows);
  }
}

/**
 * The first row of the checkpoints, which says up to which wallet there is one. `foreign`: another
 * key sealed it. `bad-seal`: somebody without a key wrote it, or deleted it.
 */
export interface Anchor {
  readonly kind: 'sound' | 'foreign' | 'bad-seal';
  readonly upTo: string;
}

export async function readAnchor(db: Kysely<Schema>, key: string): Promise<Anchor> {
  const rows = db.selectFrom('audit_checkpoints').selectAll().orderBy('wallet_id').limit(1);
  const row = await rows.executeTakeFirst();
  if (!row) return { kind: 'sound', upTo: NIL_ID };
  const [upTo = NIL_ID, keyId] = row.state.split(' ');
  if (row.wallet_id !== NIL_ID) return { kind: 'bad-seal', upTo: NIL_ID };
  if (keyId !== idOfKey(key)) return { kind: 'foreign', upTo: NIL_ID };
  return row.seal === macOf(key, `anchor ${row.state}`)
    ? { kind: 'sound', upTo }
    : { kind: 'bad-seal', upTo: NIL_ID };
}

/** Stores that all wallets up to one have checkpoints, except for young ones. */
export async function storeAnchor(
  db: Kysely<Schema>,
  key: string,
  last: string,
  now: Date,
): Promise<void> {
  const young = firstIdOf(new Date(now.getTime() - YOUNG_MS));
  const state = `${last < young ? last : young} ${idOfKey(key)}`;
  const seal = macOf(key, `anchor ${state}`);
  await storeCheckpoints(db, [{ wallet_id: NIL_ID, entry_count: 0, state, seal, read_at: now }]);
}

/** Tells keys apart, and says nothing about them. */
function idOfKey(key: string): string {
  return macOf(key, 'id').slice(0, 8);
}

/** The input begins with a word and a space: `settings.ts` says why. */
function macOf(key: string, text: string): string {
  return createHmac('sha256', key).update(`checkpoint ${text}`).digest('hex');
}
