import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openServer } from '../../../functions/adapters/postgres/connection/database.ts';
import { openPool } from '../../../functions/adapters/postgres/connection/server.ts';
import { migrations } from '../../../functions/adapters/postgres/schema/migrate.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import {
  fillAsFormer,
  formerRevisions,
  makeOutdated,
  outdated,
} from '../../support/former-database.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { clusterErrors, noFaults } from './dsql/faults.ts';
import { cloudFormationHost, type World } from './world.ts';

/** The report to CloudFormation, and the function's log before it. */
interface Prepared {
  readonly status: unknown;
  readonly reason: unknown;
  readonly log: string;
}

/**
 * Runs `prepareDatabase` as CloudFormation does when it deploys the stack.
 * Source: "Custom resource request and response reference" in the CloudFormation user guide.
 */
export async function prepareDatabase(world: World): Promise<Prepared> {
  const process = await world.start('prepareDatabase');
  const invoked = await process.invoke({
    RequestType: 'Create',
    ResponseURL: `https://${cloudFormationHost}/answer?X-Amz-Signature=made-up`,
    StackId: 'arn:aws:cloudformation:eu-central-1:111122223333:stack/millrace-api/1',
    RequestId: 'request-1',
    LogicalResourceId: 'PreparedDatabase',
    ResourceProperties: world.deployed.preparation,
  });
  if (!invoked.ok) throw new Error(`prepareDatabase has ended: ${process.output()}`);
  const answer = world.outside.requests.findLast(({ host }) => host === cloudFormationHost);
  const { Status: status, Reason: reason } = JSON.parse(answer?.body ?? '{}');
  return { status, reason, log: process.output() };
}

const prepared = { status: 'SUCCESS', reason: 'done', log: '' };

const versions = Object.keys(migrations);

const appliedNames = sql`select name as value from kysely_migration order by name`;

/** The preparation pauses for up to five seconds after each conflict. */
const STATEMENTS_PER_CONFLICT = 20;
const CONFLICTS_TIMEOUT_MS = 300_000;

/** Deployments on clusters of every age. They leave a cluster that is prepared and has no rows. */
export function describePreparation(world: () => World): void {
  describe('a deployment prepares', () => {
    test.each(formerRevisions)('a cluster of the revision %s', async (revision) => {
      const names = await asAdmin(world(), async (db) => {
        await fillAsFormer(db, revision);
        await deleteRows(db);
        return column(db, appliedNames);
      });
      expect(await prepareDatabase(world())).toEqual(prepared);
      const { versions, ...state } = ready(world());
      expect(await stateOf(world())).toEqual({ versions: [...names, ...versions], ...state });
    });

    test('no outdated cluster, and says in one sentence what to do', async () => {
      await asAdmin(world(), makeOutdated);
      const refused = { status: 'FAILED', reason: outdated, log: `${outdated}\n` };
      expect(await prepareDatabase(world())).toEqual(refused);
    });

    test(
      'a cluster in spite of conflicts, and of connections that come too fast',
      async () => {
        const { faults, takeStatements } = await world().renewCluster();
        await world().stop('prepareDatabase');
        const conflicts = new Set<string>();
        faults.set(({ at, number, statement }) => {
          if (at === 'connect') return number === 1 ? clusterErrors.rateExceeded : undefined;
          const isDue = number % STATEMENTS_PER_CONFLICT === 0;
          if (at === 'commit' || !isDue || conflicts.has(statement)) return undefined;
          conflicts.add(statement);
          return clusterErrors.rowConflict;
        });
        expect(await prepareDatabase(world())).toEqual(prepared);
        faults.set(noFaults);
        expect(await stateOf(world())).toEqual(ready(world()));
        expect(conflicts.size).toBeGreaterThan(3);
        expect(takeStatements().length).toBeGreaterThan(80);
      },
      CONFLICTS_TIMEOUT_MS,
    );

    test('an empty cluster, and changes nothing the second time', async () => {
      const { takeStatements } = await world().renewCluster();
      expect(await prepareDatabase(world())).toEqual(prepared);
      expect(await stateOf(world())).toEqual(ready(world()));
      expect(takeStatements().length).toBeGreaterThan(70);
      expect(await prepareDatabase(world())).toEqual(prepared);
      const changes = takeStatements().filter((statement) => !/^\s*select\b/.test(statement));
      expect(changes).toEqual([
        'grant select, insert, update, delete on all tables in schema public to "application"',
      ]);
    });
  });
}

/** Changes a new cluster by its owner and with its rules off. */
async function asAdmin<Result>(
  world: World,
  change: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  const { superuserUrl } = await world.renewCluster();
  const url = new URL(superuserUrl);
  url.username = 'admin';
  await using db = openServer(openPool({ databaseUrl: url.href }));
  return await change(db);
}

/** The state of the database after a deployment: its version, and its users' rights. */
async function stateOf(world: World) {
  await using db = openServer(openPool({ databaseUrl: world.cluster().superuserUrl }));
  return {
    versions: await column(db, appliedNames),
    principals: await column(
      db,
      sql`select arn as value from sys.iam_pg_role_mappings
        where pg_role_name = 'application' order by arn`,
    ),
    mayRead: await column(
      db,
      sql`select bool_and(has_table_privilege('application', oid, 'select')) as value
        from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    ),
  };
}

async function column(
  db: Kysely<Schema>,
  query: ReturnType<typeof sql>,
): Promise<readonly unknown[]> {
  const { rows } = await query.execute(db);
  return rows.map((row) => Reflect.get(Object(row), 'value'));
}

function ready({ deployed }: World) {
  const { principals } = deployed.preparation;
  return {
    versions,
    principals: Array.isArray(principals) ? principals.toSorted() : [],
    mayRead: [true],
  };
}
