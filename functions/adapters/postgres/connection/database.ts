import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import { type AwsCredentials, isDsql } from './dsql-token.ts';
import { openEmbedded } from './embedded.ts';
import { openServer } from './server.ts';

/** A database, whatever serves it. */
export type Database = Kysely<Schema>;

interface Opened {
  readonly db: Kysely<Schema>;
  close(): Promise<void>;
}

const opened = new Map<string, Opened>();

/**
 * The database of a URL, the same one for the same URL as long as the process lives; of a cluster
 * that asks for credentials, the same one for the same credentials, so that whoever has none does not
 * decide for those who have.
 * `postgres:` and `postgresql:` name a server, `file:` the directory of an embedded database
 * (absolute, as `pathToFileURL` writes it). Nothing connects before the first query.
 *
 * @throws TypeError when the URL is none or has another scheme
 */
export function database(settings: {
  readonly databaseUrl: string;
  /** For Aurora DSQL, which has no passwords. */
  readonly awsCredentials?: AwsCredentials;
}): Kysely<Schema> {
  const name = nameOf(settings);
  const known = opened.get(name);
  if (known) return known.db;
  const fresh = open(settings.databaseUrl, settings.awsCredentials);
  opened.set(name, fresh);
  return fresh.db;
}

function nameOf({ databaseUrl, awsCredentials }: Parameters<typeof database>[0]): string {
  return isDsql(databaseUrl) ? `${databaseUrl} ${awsCredentials?.accessKeyId}` : databaseUrl;
}

/**
 * Closes every database of this process, each after the transactions it has in hand. For the end
 * of a process or a test: whoever begins another meanwhile, even to try again, is not served.
 */
export async function closeDatabases(): Promise<void> {
  const all = [...opened.values()];
  opened.clear();
  await Promise.all(all.map((one) => one.close()));
}

function open(databaseUrl: string, credentials: AwsCredentials | undefined): Opened {
  const { protocol } = new URL(databaseUrl);
  if (protocol === 'file:') return openEmbedded(fileURLToPath(databaseUrl));
  if (protocol === 'postgres:' || protocol === 'postgresql:') {
    const db = openServer(databaseUrl, credentials);
    return { db, close: () => db.destroy() };
  }
  // The URL may hold a password: only its scheme is named.
  throw new TypeError(
    `The database URL has the scheme "${protocol}"; use postgres://… or file:///directory.`,
  );
}
