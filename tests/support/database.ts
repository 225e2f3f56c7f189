import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { closeDatabases, database } from '../../functions/adapters/postgres/connection/database.ts';
import type { SqlClient } from '../../functions/adapters/postgres/connection/sql.ts';
import { sqlClient } from '../../functions/adapters/postgres/connection/sql-client.ts';
import { migrate } from '../../functions/adapters/postgres/schema/migrate.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import { memoryFolder } from './memory-folder.ts';

/** The data of a test: the URL of an empty database, and the function that removes it. */
interface EmptyDatabase {
  readonly databaseUrl: string;
  remove(): Promise<void>;
}

/** The two databases that the product uses without a cloud; they share the tests. */
export const emptyDatabases = {
  embedded: async () => emptyFolder(),
  server: () => emptyServerDatabase(inject('postgresServerUrl')),
} as const satisfies Record<string, () => Promise<EmptyDatabase>>;

export const databaseKinds = [
  'embedded',
  'server',
] as const satisfies readonly (keyof typeof emptyDatabases)[];

/**
 * An empty database of a kind for one test. At the end of the test all databases are closed and
 * this one is removed.
 */
export async function databaseOfTest(kind: keyof typeof emptyDatabases): Promise<EmptyDatabase> {
  const home = await emptyDatabases[kind]();
  onTestFinished(() => closeAndRemove(home));
  return home;
}

async function closeAndRemove(home: EmptyDatabase): Promise<void> {
  await closeDatabases();
  await home.remove();
}

/** A database with the tables of the product and no rows. */
export interface MigratedDatabase {
  readonly databaseUrl: string;
  readonly db: Kysely<Schema>;
  /** The same database without Kysely, as the functions that every visit calls ask it. */
  readonly client: SqlClient;
  /** Closes every database of the process and removes this one; a `beforeAll` returns it. */
  readonly close: () => Promise<void>;
}

/** Makes a database of a kind and its tables. */
export async function migratedDatabase(
  kind: keyof typeof emptyDatabases,
): Promise<MigratedDatabase> {
  const home = await emptyDatabases[kind]();
  if (kind === 'embedded') copyTemplate(fileURLToPath(home.databaseUrl));
  const db = database(home);
  await migrate(db);
  const { databaseUrl } = home;
  return { databaseUrl, db, client: sqlClient(home), close: () => closeAndRemove(home) };
}

/** Fills an empty folder with an embedded database that has the tables of the product and no rows. */
export function copyTemplate(folder: string): void {
  cpSync(inject('embeddedTemplate'), folder, { recursive: true });
}

/** An empty temporary folder for an embedded database. */
function emptyFolder(): EmptyDatabase {
  const folder = memoryFolder('embedded-');
  return {
    databaseUrl: pathToFileURL(folder).href,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function emptyServerDatabase(serverUrl: string): Promise<EmptyDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(serverUrl, `create database ${name}`);
  return {
    databaseUrl: new URL(name, serverUrl).href,
    remove: () => administer(serverUrl, `drop database ${name} with (force)`),
  };
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: new URL('postgres', serverUrl).href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
