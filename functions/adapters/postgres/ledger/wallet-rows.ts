import { type Kysely, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import {
  type Hold,
  inSpendOrder,
  type Lot,
  type Share,
  type Wallet,
} from '../../../domain/ledger/wallet.ts';
import type { Schema } from '../schema/schema.ts';

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
}

/**
 * Reads a wallet as stored: its open lots, the open holds that have expired by `now`, and the rows
 * of `include`. Lots may be past their expiry: `advance` is the next step.
 *
 * @throws Error when there is no such wallet, or it has more than `MAX_READ_LOTS` such lots
 */
export async function readWallet(
  db: Kysely<Schema>,
  walletId: string,
  now: Date,
  include: Include = {},
): Promise<Wallet> {
  const rows = await selectWallet(db, walletId, include);
  const [first] = rows;
  if (!first) throw new Error(`there is no wallet ${walletId}`);
  if (rows.length > MAX_READ_LOTS) throw new Error(`wallet ${walletId} has too many lots`);
  const mayHaveHolds = first.wallet_held > 0 || include.holdId !== undefined;
  return {
    id: walletId,
    entryCount: first.entry_count,
    lots: inSpendOrder(rows.flatMap(lotOfRow)),
    holds: mayHaveHolds ? await selectHolds(db, walletId, now, include) : [],
    ...(first.low_mark === null ? {} : { lowMarkCredits: first.low_mark }),
  };
}

export async function insertWallet(
  trx: Transaction<Schema>,
  walletId: string,
  now: Date,
): Promise<void> {
  const sums = { entry_count: 0, available: 0, held: 0, owed: 0, low_mark: null };
  await trx
    .insertInto('wallets')
    .values({ id: walletId, ...sums, updated_at: now })
    .execute();
}

type LotColumns = Omit<Schema['lots'], 'wallet_id'>;

/** A wallet without lots has one row, whose columns of a lot are null. */
type MaybeLot = { readonly [Column in keyof LotColumns]: LotColumns[Column] | null };

type JoinedRow = Pick<Schema['wallets'], 'entry_count' | 'low_mark'> &
  MaybeLot & { readonly wallet_held: number };

/**
 * One statement, so that the sums and the lots are of the same moment without a transaction. Every
 * command runs it, and Kysely's builder takes ten times as long as the text (decision 0030).
 */
async function selectWallet(
  db: Kysely<Schema>,
  walletId: string,
  { reference }: Include,
): Promise<readonly JoinedRow[]> {
  const orNamed = reference === undefined ? sql`` : sql`or lots.reference = ${reference}`;
  const { rows } = await sql<JoinedRow>`
    select wallets.entry_count, wallets.held as wallet_held, wallets.low_mark,
      lots.id, lots.source, lots.amount, lots.remaining, lots.held, lots.owed, lots.expired,
      lots.refunded, lots.reference, lots.reason, lots.actor, lots.granted_at, lots.expires_at
    from wallets left join lots on lots.wallet_id = wallets.id
      and (lots.remaining > 0 or lots.held > 0 or lots.owed > 0 ${orNamed})
    where wallets.id = ${walletId} limit ${MAX_READ_LOTS + 1}`.execute(db);
  return rows;
}

/** The expired open holds, after the hold that a command names: the limit never drops that one. */
async function selectHolds(
  db: Kysely<Schema>,
  walletId: string,
  now: Date,
  { holdId = null }: { readonly holdId?: string | null },
): Promise<readonly Hold[]> {
  const { rows } = await sql<Schema['holds']>`
    select * from holds where wallet_id = ${walletId}
      and (state = 'open' and expires_at <= ${now} or id = ${holdId}::uuid)
    order by id = ${holdId}::uuid desc nulls last, expires_at, id
    limit ${MAX_DUE_HOLDS}`.execute(db);
  return rows.map(holdOfRow);
}

export function holdOfRow(row: Schema['holds']): Hold {
  return {
    id: row.id,
    amountCredits: row.amount,
    split: sharesOfText(row.split),
    state: row.state,
    captured: sharesOfText(row.captured),
    reference: row.reference,
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
