import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { exportJWK, generateKeyPair } from 'jose';
import {
  type PrivateKey,
  publicKeysOf,
} from '../../../../functions/adapters/oidc/access-token-keys.ts';
import { accessTokenSigner } from '../../../../functions/adapters/oidc/access-token-signer.ts';
import { accessTokenVerifier } from '../../../../functions/adapters/oidc/access-token-verifier.ts';
import { userStore } from '../../../../functions/adapters/postgres/account/user-store.ts';
import {
  closeDatabases,
  database,
  sqlClientOf,
} from '../../../../functions/adapters/postgres/connection/database.ts';
import { creditStore } from '../../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { resultStore } from '../../../../functions/adapters/postgres/run/result-store.ts';
import { runStore } from '../../../../functions/adapters/postgres/run/run-store.ts';
import { migrate } from '../../../../functions/adapters/postgres/schema/migrate.ts';
import { sessionStore } from '../../../../functions/adapters/postgres/session/session-store.ts';
import { forAccessToken } from '../../../../functions/callers/for-access-token.ts';
import type { FlowProcesses } from '../../../../functions/flows/flow-processes.ts';
import type { Endpoint } from '../../../../functions/http/endpoint.ts';
import { start } from '../../../../functions/runs/start.ts';
import { startRun } from '../../../../src/contract/flows.ts';
import { call } from '../../../support/api-event.ts';
import { edgeOf } from '../../../support/edge.ts';
import { idle, testProcesses } from '../../../support/flow-program.ts';
import { startJwksServer } from '../../../support/jwks-server.ts';
import { endlessBuckets } from '../../../support/memory-buckets.ts';
import { noUploads } from '../../../support/runs.ts';
import { aSignIn, budgetOf } from '../../../support/sign-ins.ts';
import { median, percentile } from '../statistics.ts';
import type { Table } from '../table.ts';

const flowsOrigin = 'http://localhost:1';
const credits = 1_000_000;
const MICROSECONDS_PER_MS = 1_000;

/** How many calls a token of the bench has to last for; each token is good for five minutes. */
const CALLS_A_TOKEN = 100;

/**
 * The time of a call to run a flow besides the work of the flow. The call verifies the token, finds
 * the session, holds credits, stores a result and captures. The calls run one after another, on
 * PGlite in this process.
 *
 * @param folder an empty one, for the database
 */
export async function overheadTable(
  calls: number,
  folder: string,
  signal: AbortSignal,
): Promise<Table> {
  const server = await startJwksServer();
  const processes = testProcesses();
  try {
    const { origin } = new URL(server.issuer);
    const caller = await makeCaller(origin, pathToFileURL(folder).href, processes);
    server.answerWith({ status: 200, body: caller.jwks });
    const took: number[] = [];
    const cpuMs: number[] = [];
    for (let call = 0; call < calls; call += 1) {
      signal.throwIfAborted();
      if (call % CALLS_A_TOKEN === 0) await caller.renewToken();
      const [startedMs, cpuBefore] = [performance.now(), process.cpuUsage()];
      await caller.run();
      took.push(performance.now() - startedMs);
      const { user, system } = process.cpuUsage(cpuBefore);
      cpuMs.push((user + system) / MICROSECONDS_PER_MS);
    }
    // The first call fetches the keys and prepares the statements.
    const warm = took.slice(1);
    return {
      title: 'The call around a run, on PGlite',
      columns: ['calls', 'p50 ms', 'p99 ms', 'CPU ms'],
      rows: [[warm.length, median(warm), percentile(warm, 0.99), median(cpuMs.slice(1))]],
      notes: [
        'A flow that does nothing, with a result of 40 kB: token, session, hold, result, capture, answer. One call after the other, without HTTP. Goal: 15 ms.',
      ],
    };
  } finally {
    await Promise.all([closeDatabases(), processes.close()]);
    await server.stop();
  }
}

async function makeCaller(siteOrigin: string, databaseUrl: string, processes: FlowProcesses) {
  const db = database({ databaseUrl });
  await migrate(db);
  const parties = { siteOrigin, flowsOrigin };
  const keys = await makeKeys();
  const sign = accessTokenSigner(parties, keys, randomUUID);
  const subject = await signIn(db);
  const sessions = sessionStore(sqlClientOf(db));
  const handler = forAccessToken(
    startRun,
    start,
    () => ({
      flows: [idle],
      runs: runStore(db),
      results: resultStore(db),
      uploads: noUploads,
      clock: () => new Date(),
      credits: creditStore(db),
      ...processes,
    }),
    {
      stores: () => ({
        verify: accessTokenVerifier(parties),
        sessions,
        keys: { find: async () => undefined },
        buckets: endlessBuckets,
      }),
      edge: edgeOf({ now: () => new Date() }).edge,
    },
  );
  let token = '';
  return {
    jwks: JSON.stringify(publicKeysOf(keys)),
    renewToken: async () => {
      token = await sign(subject, new Date());
    },
    run: () => callOnce(handler, token),
  };
}

async function makeKeys() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'bench' };
  const keys: readonly PrivateKey[] = JSON.parse(JSON.stringify([key]));
  return keys;
}

async function signIn(db: ReturnType<typeof database>) {
  const now = new Date();
  const trial = {
    key: 'bench',
    formerKey: 'bench',
    amountCredits: credits,
    expiresAt: new Date(2100, 0),
    budget: budgetOf(1),
  };
  const asked = aSignIn('bench', { now, change: { trial } });
  const signedIn = await userStore(db).signIn(asked);
  if (!signedIn.ok) throw new Error(signedIn.code);
  const session = await sessionStore(sqlClientOf(db)).find(asked.session.tokenHash, now);
  if (!session) throw new Error('There is no session after a sign-in.');
  return { sub: signedIn.account.profile.sub, sid: session.id };
}

async function callOnce(handler: Endpoint, token: string): Promise<void> {
  const parts = {
    method: 'POST',
    path: `/flows/${idle.id}/runs`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ input: { text: 'a' } }),
  };
  const { status, body } = await call(handler, parts, { id: idle.id });
  if (status !== 201) throw new Error(`a run was answered with ${status}: ${body}`);
}
