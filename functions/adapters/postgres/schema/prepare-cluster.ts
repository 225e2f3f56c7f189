import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import { database } from '../connection/database.ts';
import type { AwsCredentials } from '../connection/dsql-token.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';

const roleName = z.string().check(z.regex(/^[a-z_]{1,63}$/));
const principal = z.string().check(z.regex(/^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]{1,500}$/));

const preparationSchema = z.object({
  /** The cluster's URL, with its owner `admin` as the user. */
  databaseUrl: z.string(),
  /** The database role of the functions. */
  role: roleName,
  /** The roles of the functions in IAM that may take it. */
  principals: z.array(principal).check(z.maxLength(200)),
});

/**
 * Brings an Aurora DSQL cluster to where the functions of a deployment need it: its tables up to
 * date, a database role that may read and write them and nothing else, and the functions' roles in
 * IAM, no others, tied to it. Doing it again changes nothing.
 * Source: "Using database roles and IAM authentication" in the Aurora DSQL user guide.
 *
 * @param properties what the deployment says, not yet checked
 * @throws for properties of another form, and what the database answered
 */
export async function prepareCluster(
  properties: unknown,
  settings: { readonly awsCredentials?: AwsCredentials },
): Promise<void> {
  const { databaseUrl, role, principals } = preparationSchema.parse(properties);
  const db = database({ databaseUrl, ...settings });
  await migrate(db);
  await grantAccess(db, role, principals);
}

/** Says to whom the tables are open, one statement a transaction, as DSQL wants it. */
export async function grantAccess(
  db: Kysely<Schema>,
  role: string,
  principals: readonly string[],
): Promise<void> {
  const name = sql.ref(role);
  const roles = await sql`select 1 from pg_roles where rolname = ${role}`.execute(db);
  if (roles.rows.length === 0) await sql`create role ${name} with login`.execute(db);
  await sql`grant usage on schema public to ${name}`.execute(db);
  await sql`grant select, insert, update, delete on all tables in schema public to ${name}`.execute(
    db,
  );
  const known = await sql<{ arn: string }>`select arn from sys.iam_pg_role_mappings
    where pg_role_name = ${role}`.execute(db);
  const tied = new Set(known.rows.map(({ arn }) => arn));
  for (const arn of principals.filter((one) => !tied.has(one))) {
    await sql`aws iam grant ${name} to ${sql.lit(arn)}`.execute(db);
  }
  for (const arn of [...tied].filter((one) => !principals.includes(one))) {
    await sql`aws iam revoke ${name} from ${sql.lit(arn)}`.execute(db);
  }
}
