/**
 * A process that signs people in on an embedded database until it is killed. First it audits the
 * rows of the process before it, and repairs nothing. It writes lines: `audit` with the findings as
 * JSON, then `signed-in` and the hash of the session's token for each answered sign-in.
 *
 * Run with the URL of a migrated database, and a name for its people.
 */
import { createHash, randomBytes } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import type { Kysely } from 'kysely';
import { userStore } from '../../functions/adapters/postgres/account/user-store.ts';
import { database, sqlClientOf } from '../../functions/adapters/postgres/connection/database.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import { sessionStore } from '../../functions/adapters/postgres/session/session-store.ts';
import { forIdTokenOrSession } from '../../functions/callers/for-session.ts';
import { sessionTokenHash } from '../../functions/http/session-cookie.ts';
import { save as saveUserAs } from '../../functions/user/save.ts';
import { saveUser } from '../../src/contract/auth.ts';
import { call, ownHeaders } from './api-event.ts';
import { auditDatabase } from './audit.ts';
import { edgeOf } from './edge.ts';
import { endlessBuckets } from './memory-buckets.ts';
import { trialCredits, trialKeySecret } from './sign-ins.ts';

/** How many sign-ins are in flight at any time. Each person signs in twice, about at once. */
const AT_ONCE = 8;

/** Ends a process that nobody kills: the number of sign-ins of each worker. */
const MAX_SIGN_INS = 1_000;

const HOUR_MS = 3_600_000;

const [databaseUrl = '', name = ''] = process.argv.slice(2);
const db = database({ databaseUrl });
const save = saveUserHandler(db);
// Node writes its compile cache when a process ends by itself, and tests kill this one.
flushCompileCache();
const [findings, sessions] = [await auditDatabase(db), await sessionsWithTrial(db)];
process.stdout.write(`audit ${JSON.stringify({ findings, sessions })}\n`);
await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => signInAgainAndAgain(lane)));

async function signInAgainAndAgain(lane: number): Promise<void> {
  for (let count = 0; count < MAX_SIGN_INS; count += 1) {
    const sub = `${name}-${Math.floor(lane / 2)}-${count}`;
    const event = {
      method: 'POST',
      path: '/api/user',
      headers: { ...ownHeaders, authorization: `Bearer ${sub}.${lane}` },
      body: JSON.stringify({ sub }),
    };
    const { status, cookies = [] } = await call(save, event);
    const token = cookies.map((cookie) => /^__Host-session=([^;]+)/.exec(cookie)?.[1]).join('');
    if (status !== 200) throw new Error(`a sign-in was answered with ${status}`);
    process.stdout.write(`signed-in ${sessionTokenHash(token)}\n`);
  }
}

/** The function as Lambda runs it, but it accepts any bearer as an identity and has no limit. */
function saveUserHandler(db: Kysely<Schema>) {
  const deps = {
    verifyIdToken: async (idToken: string, now: Date) => {
      const sub = idToken.slice(0, idToken.lastIndexOf('.'));
      return {
        ok: true,
        identity: { sub, email: `${sub}@example.com`, email_verified: true },
        hash: createHash('sha256').update(idToken).digest('hex'),
        forgetAt: new Date(now.getTime() + HOUR_MS),
      } as const;
    },
    users: userStore(db),
    sessions: sessionStore(sqlClientOf(db)),
    randomBytes,
    trials: { secret: trialKeySecret, trialsPerNetwork: 100_000 },
  };
  // All sign-ins come from one address, at one moment.
  const stores = () => ({ sessions: deps.sessions, buckets: endlessBuckets });
  return forIdTokenOrSession(saveUser, saveUserAs, () => deps, stores, edgeOf().edge);
}

/** The hashes of the sessions whose user can spend a whole trial. */
async function sessionsWithTrial(db: Kysely<Schema>): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('wallets', 'wallets.id', 'users.wallet_id')
    .where('wallets.available', '=', trialCredits)
    .select('sessions.token_hash')
    .execute();
  return rows.map((row) => row.token_hash);
}
