import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import { database } from '../connection/database.ts';
import type { AwsCredentials } from '../connection/dsql-token.ts';
import { isDatabaseUnavailable } from '../connection/errors.ts';
import { type Pacing, systemPacing } from '../connection/transact.ts';
import { isRace, migrate, OutdatedDatabaseError, repeat } from './migrate.ts';
import type { Schema } from './schema.ts';

const roleName = z.string().check(z.regex(/^[a-z_]{1,63}$/));
const principal = z.string().check(z.regex(/^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]{1,500}$/));

/** Long enough for a right that IAM was given a moment ago to reach the cluster. */
const LONGEST_PAUSE_MS = 5_000;

const preparationSchema = z.object({
  /** The cluster's URL, with its owner `admin` as the user. */
  databaseUrl: z.string(),
  /** The database role of the functions. */
  role: roleName,
  /** The IAM roles of the functions, which may use the database role. */
  principals: z.array(principal).check(z.maxLength(200)),
});

/**
 * Prepares an Aurora DSQL cluster for a deployment. It migrates the tables, makes a database role
 * that may only read and write them, and allows exactly the functions' IAM roles to use it. A
 * second run changes nothing. Source: "Using database roles and IAM authentication" in the Aurora
 * DSQL user guide.
 *
 * Each step runs again while the cluster cannot be reached, limits the rate of connections, does not
 * know the deployment's IAM role yet, or its indexes change the catalogue meanwhile (OC001).
 * @param properties the input of the deployment, not yet checked
 * @returns a sentence that says what to do first, for tables that are too old
 * @throws for properties of another form, and errors of the database that do not pass
 */
export async function prepareCluster(
  properties: unknown,
  settings: { readonly awsCredentials?: AwsCredentials },
  pacing: Pacing = systemPacing,
): Promise<string | undefined> {
  const { databaseUrl, role, principals } = preparationSchema.parse(properties);
  const db = database({ databaseUrl, ...settings });
  try {
    await persist(() => migrate(db, pacing), pacing);
  } catch (error) {
    if (error instanceof OutdatedDatabaseError) return error.message;
    throw error;
  }
  await grantAccess(db, { role, principals }, pacing);
  return undefined;
}

/** Grants the rights, one statement in each transaction, as DSQL demands. */
export async function grantAccess(
  db: Kysely<Schema>,
  access: { readonly role: string; readonly principals: readonly string[] },
  pacing: Pacing,
): Promise<void> {
  await persist(() => grantMissing(db, access), pacing);
}

function persist(step: () => Promise<void>, pacing: Pacing): Promise<void> {
  const mayPass = (error: unknown) => isRace(error) || isDatabaseUnavailable(error);
  return repeat(step, mayPass, LONGEST_PAUSE_MS, pacing);
}

/**
 * Every role may use the schema `public`, as in Postgres. DSQL refuses to grant that: 0A000, "feature
 * not supported on system entity" (aws-samples/aurora-dsql-samples, pull request 1492).
 */
async function grantMissing(
  db: Kysely<Schema>,
  { role, principals }: Parameters<typeof grantAccess>[1],
): Promise<void> {
  const name = sql.ref(role);
  const roles = await sql`select 1 from pg_roles where rolname = ${role}`.execute(db);
  if (roles.rows.length === 0) await sql`create role ${name} with login`.execute(db);
  await sql`grant select, insert, update, delete on all tables in schema public to ${name}`.execute(
    db,
  );
  const mappings = await sql<{ arn: string }>`select arn from sys.iam_pg_role_mappings
    where pg_role_name = ${role}`.execute(db);
  const tied = new Set(mappings.rows.map(({ arn }) => arn));
  for (const arn of principals.filter((one) => !tied.has(one))) {
    await sql`aws iam grant ${name} to ${sql.lit(arn)}`.execute(db);
  }
  for (const arn of [...tied].filter((one) => !principals.includes(one))) {
    await sql`aws iam revoke ${name} from ${sql.lit(arn)}`.execute(db);
  }
}
