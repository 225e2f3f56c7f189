/**
 * A process that signs people in on an embedded database until it is killed. It first repairs
 * nothing and looks at what the one before it left. It writes lines: `audit` with what is wrong
 * as JSON and the number of users, then `signed-in` for each sign-in.
 *
 * Run with the database's URL and a name for its users.
 */
import { database } from '../../functions/adapters/postgres/database.ts';
import { migrate } from '../../functions/adapters/postgres/migrate.ts';
import { userStore } from '../../functions/adapters/postgres/user-store.ts';
import { auditDatabase } from './audit.ts';
import { aSignIn } from './sign-ins.ts';

/** Ends the process if nobody ever kills it. */
const MAX_SIGN_INS = 10_000;

const [databaseUrl = '', name = ''] = process.argv.slice(2);
const db = database({ databaseUrl });
await migrate(db);
const users = await db.selectFrom('users').select('sub').execute();
const findings = await auditDatabase(db);
process.stdout.write(`audit ${JSON.stringify({ findings, users: users.map(({ sub }) => sub) })}\n`);
for (let number = 0; number < MAX_SIGN_INS; number += 1) {
  await userStore(db).signIn(aSignIn(`${name}-${number}`));
  process.stdout.write(`signed-in ${name}-${number}\n`);
}
