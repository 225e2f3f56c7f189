import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import {
  closeDatabases,
  database,
} from '../../../../functions/adapters/postgres/connection/database.ts';
import { newId } from '../../../../functions/adapters/postgres/connection/store-tools.ts';
import { ledgerStore } from '../../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { migrate } from '../../../../functions/adapters/postgres/schema/migrate.ts';

/** The credits of a wallet: more than any bench can spend. */
const CREDITS = 1_000_000;
const LOT_LIFE_MS = 365 * 86_400_000;

/** The kinds of database that the product uses without a cloud. */
export const kinds = ['PGlite', 'Postgres server'] as const;

export type Kind = (typeof kinds)[number];

/**
 * Makes an empty database of a kind, and returns its URL.
 *
 * @param folder for embedded databases
 * @param serverUrl the server, to whose URL names of databases are appended
 */
export async function createDatabase(
  kind: Kind,
  name: string,
  { folder, serverUrl }: { readonly folder: string; readonly serverUrl: string },
): Promise<string> {
  if (kind === 'PGlite') return pathToFileURL(join(folder, name)).href;
  const client = new pg.Client({ connectionString: new URL('postgres', serverUrl).href });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return new URL(name, serverUrl).href;
}

/** Makes the tables of the product, and wallets of one lot and one personal key each. */
export async function fill(databaseUrl: string, walletIds: readonly string[]): Promise<void> {
  const db = database({ databaseUrl });
  await migrate(db);
  const [now, store] = [new Date(), ledgerStore(db)];
  const sums = { entry_count: 0, available: 0, held: 0, owed: 0, low_mark: null, updated_at: now };
  const wallets = walletIds.map((id) => ({ id, ...sums }));
  await db.insertInto('wallets').values(wallets).execute();
  const keys = walletIds.map((id) => ({
    ...{ id, wallet_id: id, name: 'bench', ending: '', reads: '', used: '{}', created_at: now },
    ...{ cap_life: CREDITS, cap_month: CREDITS, cap_day: CREDITS },
  }));
  await db.insertInto('personal_keys').values(keys).execute();
  for (const walletId of walletIds) {
    const keyed = { idempotencyKey: `grant ${walletId}`, actor: 'bench', now };
    const gift = { walletId, amountCredits: CREDITS, lifeMs: LOT_LIFE_MS, reason: 'bench' };
    const granted = await store.grant({ ...gift, keyed });
    if (!granted.ok) throw new Error(`a grant was refused: ${granted.code}`);
  }
  await closeDatabases();
}

export function newWalletIds(wallets: number): readonly string[] {
  return Array.from({ length: wallets }, () => newId(new Date()));
}
