import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import {
  closeDatabases,
  database,
} from '../../../../../../functions/adapters/postgres/connection/database.ts';
import { isDsql } from '../../../../../../functions/adapters/postgres/connection/dsql-token.ts';
import {
  ping,
  sqlClient,
} from '../../../../../../functions/adapters/postgres/connection/sql-client.ts';

afterEach(closeDatabases);

test('one URL is one database, and another URL another', () => {
  const first = database({ databaseUrl: 'postgres://localhost/one' });
  expect(database({ databaseUrl: 'postgres://localhost/one' })).toBe(first);
  expect(database({ databaseUrl: 'postgresql://localhost/two' })).not.toBe(first);
});

test('a cluster without credentials never uses the credentials of another connection', () => {
  const databaseUrl = 'postgres://admin@abc123.dsql.eu-west-1.on.aws/postgres';
  const awsCredentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };
  const without = database({ databaseUrl });
  const first = database({ databaseUrl, awsCredentials });
  expect(first).not.toBe(without);
  expect(database({ databaseUrl, awsCredentials })).toBe(first);
});

test('a server that needs no credentials is the same database with any', () => {
  const databaseUrl = 'postgres://localhost/one';
  const awsCredentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };
  expect(database({ databaseUrl, awsCredentials })).toBe(database({ databaseUrl }));
});

test('after closing, the same URL is opened anew', async () => {
  const first = database({ databaseUrl: 'postgres://localhost/one' });
  await closeDatabases();
  expect(database({ databaseUrl: 'postgres://localhost/one' })).not.toBe(first);
});

test('closing an unused embedded database does not make its folder', async () => {
  const folder = join(tmpdir(), `never-opened-${randomUUID()}`);
  database({ databaseUrl: pathToFileURL(folder).href });
  await closeDatabases();
  expect(existsSync(folder)).toBe(false);
});

test('closing an embedded database that cannot be opened does not try again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'not-a-database-'));
  const databaseUrl = pathToFileURL(join(folder, 'file')).href;
  writeFileSync(join(folder, 'file'), '');
  await expect(ping(sqlClient({ databaseUrl }))).rejects.toThrow('EEXIST');
  await expect(closeDatabases()).resolves.toBeUndefined();
  rmSync(folder, { recursive: true });
});

test('another scheme is refused without repeating the URL', () => {
  const open = () => database({ databaseUrl: 'mysql://user:secret@localhost/one' });
  expect(open).toThrow(
    'The database URL has the scheme "mysql:"; use postgres://… or file:///directory.',
  );
});

test.each([
  ['postgres://admin@abc123.dsql.eu-west-1.on.aws/postgres', true],
  ['postgres://localhost/dsql', false],
  ['postgres://abc.dsql.eu-west-1.on.aws.example.com/postgres', false],
  ['postgres://abc.rds.eu-west-1.on.aws/postgres', false],
])('%s is Aurora DSQL: %s', (url, expected) => {
  expect(isDsql(url)).toBe(expected);
});
