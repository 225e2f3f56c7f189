import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import {
  type Hold,
  inSpendOrder,
  type Lot,
  type Share,
  type Wallet,
} from '../../../domain/ledger/wallet.ts';
import { columns, type Sql, type SqlClient, sql } from '../connection/sql.ts';
import type { Schema } from '../schema/schema.ts';
import { type JoinedKey, joinedKeys, keyColumns } from './key-rows.ts';

/** How many lots of one wallet are read: `maxOpenLots`, and as many bought ones. */
export const MAX_READ_LOTS = 2_000;

/**
 * How many expired holds one read releases. The rest stay held until the next read. A transaction on
 * Aurora DSQL changes 3,000 rows at most ("Cluster quotas and database limits" in its user guide).
 * These holds and their entries leave room for every lot to expire at the same time.
 */
export const MAX_DUE_HOLDS = 400;

/** Rows that a command needs besides those of every command. */
export interface Include {
  /** A hold in any state. */
  readonly holdId?: string;
  /** All lots with this reference, empty ones too. */
  readonly reference?: string;
  /** A personal key of the wallet, also one that has ended. */
  readonly keyId?: string | undefined;
}

/**
 * Reads a wallet as stored: its open lots, the open holds that have expired by `now`, and the rows
 * of `include`. Lots may be past their expiry: `advance` is the next step.
 * @throws Error when there is no such wallet, or it has more than `MAX_READ_LOTS` such lots
 */
export async function readWallet(
  client: SqlClient,
  walletId: string,
  now: Date,
  include: Include = {},
): Promise<Wallet> {
  const keyOf = withKey(include);
  const rows = await client.query<WalletRow & JoinedKey>(sql`
    select ${walletColumns} ${keyOf.columns} from wallets ${withOpenLots(include)} ${keyOf.join}
    where wallets.id = ${walletId} limit ${MAX_READ_LOTS + 1}`);
  return walletOfRows(client, rows, walletId, now, include);
}

/**
 * The wallet of rows that one statement read, so that the sums and the lots are of the same moment
 * without a transaction. A wallet with held credits takes a second statement.
 * @throws Error as `readWallet` does
 */
export async function walletOfRows(
  client: SqlClient,
  rows: readonly (WalletRow & JoinedKey)[],
  walletId: string,
  now: Date,
  include: Include = {},
): Promise<Wallet> {
  const [first] = rows;
  if (!first || first.entry_count === null) throw new Error(`there is no wallet ${walletId}`);
  if (rows.length > MAX_READ_LOTS) throw new Error(`wallet ${walletId} has too many lots`);
  const mayHaveHolds = first.wallet_held !== 0 || include.holdId !== undefined;
  const holds = mayHaveHolds ? await selectHolds(client, walletId, now, include) : [];
  return {
    id: walletId,
    entryCount: first.entry_count,
    lots: inSpendOrder(rows.flatMap(lotOfRow)),
    holds: holds.map(holdOfRow),
    keys: joinedKeys([first, ...holds]),
    ...(first.head === null ? {} : { head: first.head }),
    ...(first.low_mark === null ? {} : { lowMarkCredits: first.low_mark }),
    ...(first.top_up_below === null ? {} : { topUpBelowCredits: first.top_up_below }),
  };
}

export async function insertWallet(
  trx: Transaction<Schema>,
  walletId: string,
  now: Date,
): Promise<void> {
  const sums = {
    entry_count: 0,
    available: 0,
    held: 0,
    owed: 0,
    low_mark: null,
    own_low_mark: null,
    top_up_below: null,
  };
  await trx
    .insertInto('wallets')
    .values({ id: walletId, ...sums, updated_at: now })
    .execute();
}

type LotColumns = Omit<Schema['lots'], 'wallet_id' | 'told_days'>;

type OrNull<Columns> = { readonly [Column in keyof Columns]: Columns[Column] | null };

/** A wallet without lots has one row, whose columns of a lot are null. */
type MaybeLot = OrNull<LotColumns>;

/** The columns of a wallet are null where a statement joins a wallet that is missing. */
export type WalletRow = MaybeLot &
  OrNull<
    Pick<Schema['wallets'], 'entry_count' | 'low_mark' | 'top_up_below' | 'head'> & {
      wallet_held: number;
    }
  >;

/** The columns for `walletOfRows`, in a statement that joins `withOpenLots` to the wallets. */
export const walletColumns: Sql = sql`
  wallets.entry_count, wallets.held as wallet_held, 
  coalesce(own_low_mark, low_mark) as low_mark, top_up_below, wallets.head,
  ${columns('lots', ['id', 'source', 'amount', 'remaining', 'held', 'owed', 'expired'])},
  ${columns('lots', ['refunded', 'reference', 'reason', 'actor', 'granted_at', 'expires_at'])}`;

/** Joins the open lots by their index `lots_open`, and those of a reference if one is given. */
export function withOpenLots({ reference }: Include = {}): Sql {
  const orNamed = reference === undefined ? sql`` : sql`or lots.reference = ${reference}`;
  return sql`left join lots on lots.wallet_id = wallets.id
    and (lots.remaining > 0 or lots.held > 0 or lots.owed > 0 ${orNamed})`;
}

/** Joins a personal key of the wallet, if one is asked for. */
function withKey({ keyId }: Include): { readonly columns: Sql; readonly join: Sql } {
  if (keyId === undefined) return { columns: sql``, join: sql`` };
  return {
    columns: sql`, ${keyColumns}`,
    join: sql`left join personal_keys
      on personal_keys.id = ${keyId} and personal_keys.wallet_id = wallets.id`,
  };
}

/** The expired open holds, after the hold that a command names: the limit never drops that one. */
async function selectHolds(
  client: SqlClient,
  walletId: string,
  now: Date,
  { holdId = null }: { readonly holdId?: string | null },
): Promise<readonly (HoldRow & JoinedKey)[]> {
  return client.query(sql`
    select ${columns('holds', holdColumns)}, ${keyColumns} from holds
      left join personal_keys on personal_keys.id = holds.key_id
    where holds.wallet_id = ${walletId}
      and (holds.state = 'open' and holds.expires_at <= ${now} or holds.id = ${holdId}::uuid)
    order by holds.id = ${holdId}::uuid desc nulls last, holds.expires_at, holds.id
    limit ${MAX_DUE_HOLDS}`);
}

// Named, so that the statement stays prepared (`connection/server.ts`).
const holdColumns = [
  ...(['id', 'amount', 'split', 'state', 'captured'] as const),
  ...(['reference', 'actor', 'key_id', 'created_at', 'expires_at'] as const),
] as const;

type HoldRow = Pick<Schema['holds'], (typeof holdColumns)[number]>;

export function holdOfRow(row: HoldRow): Hold {
  return {
    id: row.id,
    amountCredits: row.amount,
    split: sharesOfText(row.split),
    state: row.state,
    captured: sharesOfText(row.captured),
    reference: row.reference,
    ...(row.actor === null ? {} : { actor: row.actor }),
    ...(row.key_id === null ? {} : { keyId: row.key_id }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

/** The lot of a row: a list of one, or an empty list for a wallet without lots. */
export function lotOfRow(row: MaybeLot): Lot[] {
  if (!isLotRow(row)) return [];
  return [
    {
      id: row.id,
      source: row.source,
      amountCredits: row.amount,
      remainingCredits: row.remaining,
      heldCredits: row.held,
      owedCredits: row.owed,
      expiredCredits: row.expired,
      refundedCredits: row.refunded,
      reference: row.reference,
      ...(row.reason === null ? {} : { reason: row.reason }),
      actor: row.actor,
      grantedAt: row.granted_at,
      expiresAt: row.expires_at,
    },
  ];
}

function isLotRow(row: { readonly id: string | null }): row is LotColumns {
  return row.id !== null;
}

const sharesSchema = z.array(z.tuple([z.uuid(), z.int().check(z.gte(1))]));

/** Writes shares as the text of a column: a JSON list of pairs of lot and credits. */
export function textOfShares(shares: readonly Share[]): string {
  return JSON.stringify(shares.map(({ lotId, amountCredits }) => [lotId, amountCredits]));
}

/** @throws when the text is not one that `textOfShares` writes */
export function sharesOfText(text: string): readonly Share[] {
  return sharesSchema
    .parse(JSON.parse(text))
    .map(([lotId, amountCredits]) => ({ lotId, amountCredits }));
}
