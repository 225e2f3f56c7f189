import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { inject } from 'vitest';

/** Where a test keeps its data: the URL of an empty database, and what removes it. */
export interface EmptyDatabase {
  readonly databaseUrl: string;
  remove(): Promise<void>;
}

/** The two databases that the product runs on without a cloud; the tests' bodies are the same. */
export const emptyDatabases = {
  embedded: async () => emptyFolder(),
  server: () => emptyServerDatabase(inject('postgresServerUrl')),
} as const satisfies Record<string, () => Promise<EmptyDatabase>>;

export const databaseKinds = [
  'embedded',
  'server',
] as const satisfies readonly (keyof typeof emptyDatabases)[];

/** An empty temporary folder for an embedded database. */
export function emptyFolder(): EmptyDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
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
