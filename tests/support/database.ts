import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished } from 'vitest';
import { closeDatabases, database } from '../../functions/adapters/postgres/connection/database.ts';
import type { SqlClient } from '../../functions/adapters/postgres/connection/sql.ts';
import { sqlClient } from '../../functions/adapters/postgres/connection/sql-client.ts';
import { migrate } from '../../functions/adapters/postgres/schema/migrate.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import { memoryFolder } from './memory-folder.ts';
import { deleteRows } from './stored-rows.ts';

/** The data of a test: the URL of an empty database, and the functions that make and remove it. */
interface EmptyDatabase {
  readonly databaseUrl: string;
  make(): Promise<void>;
  remove(): Promise<void>;
}

/** The two databases that the product uses without a cloud; they share the tests. */
export const databaseKinds = ['embedded', 'server'] as const;

export type DatabaseKind = (typeof databaseKinds)[number];

const emptyDatabase = (kind: DatabaseKind): EmptyDatabase =>
  kind === 'embedded' ? emptyFolder() : emptyServerDatabase(inject('postgresServerUrl'));

/**
 * An empty database of a kind for one test. At the end of the test all databases are closed and
 * this one is removed.
 */
export async function databaseOfTest(kind: DatabaseKind): Promise<EmptyDatabase> {
  const home = emptyDatabase(kind);
  await home.make();
  onTestFinished(() => closeAndRemove(home));
  return home;
}

async function closeAndRemove(...homes: readonly EmptyDatabase[]): Promise<void> {
  await closeDatabases();
  for (const home of homes) await home.remove();
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
export async function migratedDatabase(kind: DatabaseKind): Promise<MigratedDatabase> {
  const home = emptyDatabase(kind);
  const opened = opening(home);
  await makeTables(home, kind);
  return { ...opened, close: () => closeAndRemove(home) };
}

/** The databases of this file's blocks. They close together, as the product's all do. */
const inUse: EmptyDatabase[] = [];
let finishedBlocks = 0;

/**
 * Gives the tests of a block a database with the tables of the product and no rows, from before the
 * first of them. With an audit, each test ends with one that finds nothing, and leaves no row.
 */
export function databaseOfBlock(
  kind: DatabaseKind,
  audit?: (db: Kysely<Schema>) => Promise<readonly unknown[]>,
): Omit<MigratedDatabase, 'close'> {
  const home = emptyDatabase(kind);
  const opened = opening(home);
  inUse.push(home);
  beforeAll(() => makeTables(home, kind));
  afterAll(async () => {
    finishedBlocks += 1;
    if (finishedBlocks === inUse.length) await closeAndRemove(...inUse);
  });
  if (audit) {
    afterEach(async () => {
      expect(await audit(opened.db)).toEqual([]);
      await deleteRows(opened.db);
    });
  }
  return opened;
}

function opening(home: EmptyDatabase): Omit<MigratedDatabase, 'close'> {
  const { databaseUrl } = home;
  return { databaseUrl, db: database(home), client: sqlClient(home) };
}

async function makeTables(home: EmptyDatabase, kind: DatabaseKind): Promise<void> {
  await home.make();
  if (kind === 'embedded') copyTemplate(fileURLToPath(home.databaseUrl));
  await migrate(database(home));
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
    make: async () => {},
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function emptyServerDatabase(serverUrl: string): EmptyDatabase {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  return {
    databaseUrl: new URL(name, serverUrl).href,
    make: () => administer(serverUrl, `create database ${name}`),
    remove: () => administer(serverUrl, `drop database if exists ${name} with (force)`),
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
