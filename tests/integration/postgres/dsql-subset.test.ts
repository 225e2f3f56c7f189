import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { processEnv } from '../../../functions/env.ts';
import { handler as sendMessages } from '../../../functions/schedules/messages.ts';
import { stripeSettings } from '../../../functions/settings.ts';
import { runCommand } from '../../../infra/local/credits/run-command.ts';
import { dsqlOffences } from '../../support/dsql-subset.ts';
import { type LoggedQuery, logQueries } from '../../support/query-log.ts';
import { webhooksOf } from '../../support/told-service.ts';
import { sourceFiles } from '../../tidy/source-files.ts';
import { startShop } from '../journeys/shop.ts';
import { liveAWholeLife } from '../journeys/whole-life.ts';

/** Files that change the tables. `tests/tidy/postgres-subset.test.ts` checks their statements. */
const schemaFiles = /^schema\/(?:migrate|ddl|migrations\/[\w-]+)\.ts$/;

/**
 * The file whose statements only Aurora DSQL knows: roles, and the IAM roles that may use them. Its
 * own test, `prepare-cluster.test.ts`, checks them by the same rules.
 */
const forDsqlAlone = 'schema/prepare-cluster.ts';

let queries: readonly LoggedQuery[];

beforeAll(async () => {
  const shop = await startShop();
  queries = logQueries();
  const hooks = webhooksOf(shop.api.db, 'http://127.0.0.1:1');
  const { id } = await hooks.add();
  await liveAWholeLife(shop);
  await operate(shop.api.db);
  await manageEndpoint(hooks.run, id);
  return shop.close;
}, 60_000);

/** The operator's actions: commands without a route. */
async function operate(db: Parameters<typeof runCommand>[1]['db']) {
  const stripe = () => stripeSettings(processEnv());
  const siteOrigin = 'http://localhost';
  const deps = { db, randomBytes, stripe, trialKeySecret: 'k', siteOrigin };
  const run = (command: Parameters<typeof runCommand>[0]) =>
    runCommand(command, { ...deps, now: new Date() });
  const made = await run({ command: 'keys create', name: 'a', scopes: ['holds'] });
  await run({ command: 'keys list' });
  await run({ command: 'keys revoke', id: String(Object(made.body).id) });
  await run({ command: 'show', user: 'nobody@example.com' });
  await run({ command: 'audit' });
  await run({ command: 'books', csv: true });
  await run({ command: 'books', invoices: true });
  await run({ command: 'audit', whole: true });
  await run({ command: 'payments reconcile' });
}

/** The commands on an endpoint that nobody answers at. */
async function manageEndpoint(run: ReturnType<typeof webhooksOf>['run'], id: string) {
  const now = new Date();
  await run({ command: 'webhooks change', id, events: ['user.deleted'] }, now);
  for (const command of ['webhooks rotate', 'webhooks test', 'webhooks log'] as const) {
    await run({ command, id }, now);
  }
  await run({ command: 'webhooks list' }, now);
  const resent = await run({ command: 'webhooks resend', since: '2026-01-01', sent: true }, now);
  expect(resent.ok).toBe(true);
  await sendMessages({ id: 'event-5' });
  const removed = await run({ command: 'webhooks remove', id }, now);
  expect(removed.lines.join()).toMatch(/with [1-9]\d* events unsent/);
}

test('the log has queries of every file of the adapter that queries', () => {
  const querying = sourceFiles('functions/adapters/postgres', ['.ts'])
    .filter(({ text }) => /\.(?:execute\w*\(|query[<(])/.test(text))
    .map(({ path }) => path.replace('functions/adapters/postgres/', ''))
    .filter((path) => !schemaFiles.test(path) && path !== forDsqlAlone);
  const heard = new Set(queries.flatMap(({ files }) => files));
  expect(querying.length).toBeGreaterThan(15);
  expect(querying.filter((path) => !heard.has(path))).toEqual([]);
});

test('Aurora DSQL accepts every query', () => {
  const statements = [...new Set(queries.map(({ sql }) => sql))];
  expect(statements.length).toBeGreaterThan(50);
  expect(statements.flatMap((sql) => dsqlOffences(sql).map((name) => `${name}: ${sql}`))).toEqual(
    [],
  );
});

test('every transaction begins in one place, at repeatable read: the one level of DSQL', () => {
  const beginning = sourceFiles('functions', ['.ts']).filter(({ text }) =>
    /\.(?:transaction|startTransaction)\(\)/.test(text),
  );
  expect(beginning.map(({ path }) => path)).toEqual([
    'functions/adapters/postgres/connection/transact.ts',
  ]);
  const [{ text = '' } = {}] = beginning;
  expect(text).toContain(".transaction().setIsolationLevel('repeatable read')");
});

test.each([
  ['select 1 from a for update', 'a lock on rows'],
  ['select 1 from a for no key update skip locked', 'a lock on rows'],
  ['select pg_advisory_xact_lock(1)', 'a lock on a table'],
  ['savepoint a', 'a savepoint'],
  ['rollback to a', 'a savepoint'],
  ['start transaction isolation level serializable', 'another isolation level'],
  ['truncate a', 'a truncation'],
  ["select nextval('a')", 'a sequence'],
  ['create temp table a (b text)', 'a temporary table'],
  ['copy a from stdin', 'a cursor'],
  ['do $$ begin end $$', 'code in another language'],
  ['select a into b from c', 'a table that is made'],
  ['select a ->> $1 from b', 'JSON'],
  ['set statement_timeout = 1', 'a setting'],
  ['grant usage on schema public to a', 'a right on the schema public'],
  ['select 1; select 2', 'two statements'],
])('%s is refused as %s', (statement, fault) => {
  expect(dsqlOffences(statement).some((name) => name.startsWith(fault))).toBe(true);
});

test('words of SQL in texts and names do not count', () => {
  expect(dsqlOffences(`select "language", 'for update; truncate' from "notify"`)).toEqual([]);
});
