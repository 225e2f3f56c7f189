import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { closeDatabases, database } from '../../../../../functions/adapters/postgres/database.ts';
import { isDsql } from '../../../../../functions/adapters/postgres/server.ts';

afterEach(closeDatabases);

test('one URL is one database, and another URL another', () => {
  const first = database({ databaseUrl: 'postgres://localhost/one' });
  expect(database({ databaseUrl: 'postgres://localhost/one' })).toBe(first);
  expect(database({ databaseUrl: 'postgresql://localhost/two' })).not.toBe(first);
});

test('after closing, the same URL is opened anew', async () => {
  const first = database({ databaseUrl: 'postgres://localhost/one' });
  await closeDatabases();
  expect(database({ databaseUrl: 'postgres://localhost/one' })).not.toBe(first);
});

test('closing an embedded database that nobody asked anything does not make its folder', async () => {
  const folder = join(tmpdir(), `never-opened-${randomUUID()}`);
  database({ databaseUrl: pathToFileURL(folder).href });
  await closeDatabases();
  expect(existsSync(folder)).toBe(false);
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
