import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import {
  closeDatabases,
  database,
} from '../../../../functions/adapters/postgres/connection/database.ts';
import { newId } from '../../../../functions/adapters/postgres/connection/store-tools.ts';
import { migrate } from '../../../../functions/adapters/postgres/schema/migrate.ts';
import type { CreditSource } from '../../../../src/contract/credits.ts';

/** The credits of a wallet: more than any bench can spend. */
const CREDITS = 1_000_000_000;

/** How many wallets are stored with one statement. */
const AT_ONCE = 500;

/** The kinds of database that the product uses without a cloud. */
export const kinds = ['PGlite', 'Postgres server'] as const;

export type Kind = (typeof kinds)[number];

/** A database for the product and one for the reference, with the same wallets. */
export interface Homes {
  readonly product: string;
  readonly reference: string;
  readonly walletIds: readonly string[];
}

/**
 * Makes two databases of a kind, with the tables of the product and wallets of one lot each.
 *
 * @param folder for embedded databases
 * @param serverUrl the server, to whose URL names of databases are appended
 */
export async function makeHomes(
  kind: Kind,
  wallets: number,
  { folder, serverUrl }: { readonly folder: string; readonly serverUrl: string },
): Promise<Homes> {
  const urlOf = async (name: string) =>
    kind === 'PGlite' ? pathToFileURL(join(folder, name)).href : createDatabase(serverUrl, name);
  const [product, reference] = [await urlOf('product'), await urlOf('reference')];
  const walletIds = newWalletIds(wallets);
  for (const databaseUrl of [product, reference]) await fill(databaseUrl, walletIds);
  await closeDatabases();
  return { product, reference, walletIds };
}

/** Makes an empty database on a server, and returns its URL. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: new URL('postgres', serverUrl).href });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return new URL(name, serverUrl).href;
}

/** Makes the tables of the product and wallets of one lot each, and returns their ids. */
export async function fillWallets(
  databaseUrl: string,
  wallets: number,
): Promise<readonly string[]> {
  const walletIds = newWalletIds(wallets);
  await fill(databaseUrl, walletIds);
  return walletIds;
}

function newWalletIds(wallets: number): readonly string[] {
  return Array.from({ length: wallets }, () => newId(new Date()));
}

async function fill(databaseUrl: string, walletIds: readonly string[]): Promise<void> {
  const db = database({ databaseUrl });
  await migrate(db);
  const now = new Date();
  const none = { held: 0, owed: 0 };
  for (let start = 0; start < walletIds.length; start += AT_ONCE) {
    const ids = walletIds.slice(start, start + AT_ONCE);
    const sums = { entry_count: 0, available: CREDITS, ...none, low_mark: null, updated_at: now };
    await db
      .insertInto('wallets')
      .values(ids.map((id) => ({ id, ...sums })))
      .execute();
    const source: CreditSource = 'operator';
    const lot = {
      ...{ source, amount: CREDITS, remaining: CREDITS, ...none, expired: 0, refunded: 0 },
      ...{ reference: 'bench', reason: null, actor: 'bench', granted_at: now },
      expires_at: new Date('2100-01-01'),
    };
    const lots = ids.map((wallet_id) => ({ ...lot, id: newId(now), wallet_id }));
    await db.insertInto('lots').values(lots).execute();
  }
}
