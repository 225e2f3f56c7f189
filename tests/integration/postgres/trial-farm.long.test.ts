import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { idTokenVerifier } from '../../../functions/adapters/oidc/id-token-verifier.ts';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import {
  bucketStore,
  forgetFullBuckets,
} from '../../../functions/adapters/postgres/session/bucket-store.ts';
import { sessionStore } from '../../../functions/adapters/postgres/session/session-store.ts';
import { forIdTokenOrSession } from '../../../functions/callers/for-session.ts';
import { type Env, readEnv } from '../../../functions/env.ts';
import { trialSettings } from '../../../functions/settings.ts';
import { save } from '../../../functions/user/save.ts';
import { saveUser } from '../../../src/contract/auth.ts';
import type { MetricName } from '../../../src/contract/metrics.ts';
import { call, ownHeaders, siteOrigin } from '../../support/api-event.ts';
import { auditDatabase } from '../../support/audit.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { edgeOf } from '../../support/edge.ts';
import { type SigningKey, signed, signingKey, startJwksServer } from '../../support/jwks-server.ts';
import { trialKeySecret } from '../../support/sign-ins.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const TRIALS = 30;

const MINUTE_MS = 60_000;

/** How many people come at once. */
const CROWD = 50;

/** The addresses of a network: more than one may sign in so often in a minute. */
const ADDRESSES = 10;

const noon = new Date('2026-11-22T12:00:00Z');

const later = (ms: number) => new Date(noon.getTime() + ms);

describe.each(thoroughness.databases)('trials on the %s database', (kind) => {
  const { db, client, databaseUrl } = databaseOfBlock(kind);
  let key: SigningKey;
  let env: Env;

  beforeAll(async () => {
    const keys = await startJwksServer();
    key = await signingKey('ours');
    keys.publish(key);
    env = readEnv({
      SITE_ORIGIN: siteOrigin,
      AUTH0_DOMAIN: new URL(keys.issuer).origin,
      AUTH0_CLIENT_ID: 'client',
      DATABASE_URL: databaseUrl,
      TRIAL_KEY_SECRET: trialKeySecret,
      TRIALS_PER_NETWORK: String(TRIALS),
    });
    return keys.stop;
  });

  beforeEach(() => deleteRows(db));

  /** The function of sign-ins at a moment, and what it counts. */
  function product(now: Date, settings: Partial<Env> = {}) {
    const all = { ...env, ...settings };
    const { edge, lines } = edgeOf({ now: () => now, env: () => all });
    const sessions = sessionStore(client);
    const deps = {
      verifyIdToken: idTokenVerifier(all),
      users: userStore(db),
      sessions,
      randomBytes,
      trials: trialSettings(all),
    };
    const stores = () => ({ sessions, buckets: bucketStore(client) });
    const handler = forIdTokenOrSession(saveUser, save, () => deps, stores, edge);
    const signIn = async (sub: string, sourceIp: string) => {
      const iat = Math.floor(now.getTime() / 1_000);
      const claims = { sub, email: `${sub}@example.com`, email_verified: true, iat, exp: iat + 60 };
      const more = { iss: all.issuer, aud: 'client', nonce: randomUUID() };
      const token = await signed({ ...claims, ...more }, key);
      const headers = { ...ownHeaders, authorization: `Bearer ${token}` };
      const body = JSON.stringify({ sub });
      const { status, body: answer = '' } = await call(handler, {
        method: 'POST',
        path: '/api/user',
        headers,
        body,
        sourceIp,
      });
      return { status, given: JSON.parse(answer).response?.app_metadata };
    };
    const counted = (name: MetricName) =>
      lines.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);
    return { signIn, counted };
  }

  const withheld = { credits: 0, trial: 'withheld' };

  // The embedded database has one connection, and takes a minute for a thousand.
  const people = kind === 'server' ? 1_000 : 100;

  test(`${people} sign-ins from one network in a minute get exactly the budget, and the metrics show it`, async () => {
    const { signIn, counted } = product(noon);
    const answers: Awaited<ReturnType<typeof signIn>>[] = [];
    for (let first = 0; first < people; first += CROWD) {
      const crowd = Array.from({ length: CROWD }, (_, index) => {
        const person = first + index;
        return signIn(`farm-${person}`, `198.51.100.${person % ADDRESSES}`);
      });
      answers.push(...(await Promise.all(crowd)));
    }
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.filter(({ given }) => given.credits > 0)).toHaveLength(TRIALS);
    expect(answers.filter(({ given }) => given.trial === 'withheld')).toHaveLength(people - TRIALS);
    expect(counted('TrialsGranted')).toBe(TRIALS);
    expect(counted('TrialsWithheld')).toBe(people - TRIALS);
    expect(counted('SignIns')).toBe(people);
    expect(await auditDatabase(db)).toEqual([]);
  }, 300_000);

  test('of a network whose budget is spent come on another day, and another network has its own', async () => {
    const settings = { trialsPerNetwork: 1 };
    const today = product(noon, settings);
    expect((await today.signIn('ada', '198.51.100.1')).given).toEqual({ credits: 25 });
    expect((await today.signIn('bob', '198.51.100.2')).given).toEqual(withheld);
    expect((await today.signIn('eve', '198.51.101.2')).given).toEqual({ credits: 25 });
    const { trialWithheld } = await accountOf('bob');
    expect(trialWithheld).toBe('withheld');
    const evening = product(later(12 * 60 * MINUTE_MS - 1), settings);
    // The sweep must not forget the day before it is over.
    await forgetFullBuckets(db, later(12 * 60 * MINUTE_MS - 1));
    expect((await evening.signIn('bob', '198.51.100.2')).given).toEqual(withheld);
    const tomorrow = product(later(12 * 60 * MINUTE_MS), settings);
    expect((await tomorrow.signIn('bob', '198.51.100.2')).given).toEqual({ credits: 25 });
    expect((await accountOf('bob')).trialWithheld).toBeUndefined();
    await forgetFullBuckets(db, later(48 * 60 * MINUTE_MS));
    expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([]);
  });

  test('take nothing from the budget for somebody who has had one', async () => {
    const { signIn } = product(noon, { trialsPerNetwork: 2 });
    for (let count = 0; count < 3; count += 1) await signIn('ada', '198.51.100.1');
    expect((await signIn('bob', '198.51.100.1')).given).toEqual({ credits: 25 });
    expect((await signIn('eve', '198.51.100.1')).given).toEqual(withheld);
    expect((await signIn('ada', '198.51.100.1')).given).toEqual({ credits: 25 });
  });

  test('are closed by a budget of 0, and sign-in goes on', async () => {
    const { signIn, counted } = product(noon, { trialsPerNetwork: 0 });
    expect(await signIn('ada', '198.51.100.1')).toEqual({
      status: 200,
      given: { credits: 0, trial: 'closed' },
    });
    expect((await accountOf('ada')).trialWithheld).toBe('closed');
    expect(counted('TrialsWithheld')).toBe(1);
    const open = product(noon);
    expect((await open.signIn('ada', '198.51.100.1')).given).toEqual({ credits: 25 });
  });

  /** The account of a user as a session finds it. */
  async function accountOf(sub: string) {
    const { token_hash: hash } = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .where('users.sub', '=', sub)
      .select('token_hash')
      .orderBy('sessions.id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const session = await sessionStore(client).find(hash, noon);
    if (!session) throw new Error('there is no session after a sign-in');
    return session.account;
  }
});
