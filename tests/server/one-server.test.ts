import { randomBytes, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userStore } from '../../functions/adapters/postgres/account/user-store.ts';
import { closeDatabases, database } from '../../functions/adapters/postgres/connection/database.ts';
import { serviceKeys } from '../../functions/adapters/postgres/session/service-keys.ts';
import { newServiceKey, serviceKeyHash } from '../../functions/callers/for-service.ts';
import { accessTokenSchema } from '../../src/contract/auth.ts';
import { checkoutSchema } from '../../src/contract/checkout.ts';
import { balanceSchema } from '../../src/contract/credits.ts';
import { limits } from '../../src/contract/limits.ts';
import { requestedWithHeader } from '../../src/contract/sign-in.ts';
import { callFlows } from '../integration/journeys/flow-calls.ts';
import { signInOverHttp } from '../integration/journeys/sign-in-over-http.ts';
import { callAsUser } from '../integration/journeys/signed-in.ts';
import { effectsOf, expectedEffects, LedgerLoad } from '../support/ledger-load.ts';
import { seededRandom } from '../support/random.ts';
import { aSignIn } from '../support/sign-ins.ts';
import { type OneServer, startOneServer } from './one-server.ts';
import { runToEnd } from './process.ts';
import { postgresFolder } from './programs.ts';

/** Commands in flight when the product is told to end. */
const LANES = 200;
/** Answers before and after the restart. */
const ANSWERS = 600;
/** As long as Caddy holds a request for the product. */
const HELD_MS = 90_000;

let server: OneServer;

beforeAll(async () => {
  server = await startOneServer();
});

afterAll(async () => {
  await closeDatabases();
  await server.close();
});

/** The answer to a visitor who connects from an address of this machine. */
function visit(
  address: string,
  path: string,
  options: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<number | undefined> {
  const answered = Promise.withResolvers<number | undefined>();
  const call = request(
    new URL(path, server.siteOrigin),
    { ...options, family: 4, localAddress: address },
    (response) => {
      response.resume();
      response.on('end', () => answered.resolve(response.statusCode));
    },
  );
  call.on('error', answered.reject);
  call.end(options.method === 'POST' ? '{"sub":"ada"}' : undefined);
  return answered.promise;
}

test('pages, API and flows are reached over TLS only, with HSTS, and compressed once', async () => {
  const plain = await fetch(`${server.plainOrigin}/pricing/?a=b`, { redirect: 'manual' });
  expect([plain.status, plain.headers.get('location')?.split('/').slice(3).join('/')]).toEqual([
    308,
    'pricing/?a=b',
  ]);
  expect(plain.headers.get('location')).toMatch(/^https:\/\/localhost/);
  const alias = await fetch(`${server.aliasOrigin}/blog/?a=b`, { redirect: 'manual' });
  expect([alias.status, alias.headers.get('location')]).toEqual([
    301,
    `${server.siteOrigin}/blog/?a=b`,
  ]);
  const page = await fetch(server.siteOrigin);
  expect(await page.text()).toContain('</html>');
  expect(page.headers.get('content-encoding')).toBe('br');
  const health = await fetch(`${server.siteOrigin}/api/health`);
  expect(await health.json()).toEqual({ status: 'ok' });
  const flows = await fetch(`${server.flowsOrigin}/nothing`);
  expect(flows.status).toBe(404);
  for (const { headers } of [alias, page, health, flows]) {
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
  }
});

test('no stand-in runs in the product, and it listens on this machine only', async () => {
  const port = Number(server.settings.PORT);
  for (const standIn of [port + 2, port + 3]) {
    await expect(fetch(`http://localhost:${standIn}`)).rejects.toThrow('fetch failed');
  }
  expect(server.product.output()).not.toMatch(/^(?:identity provider|payments)/m);
});

test('somebody signs in, buys a pack, and runs a flow', async () => {
  const { siteOrigin: origin, standIns } = server;
  const product = { origin, providerOrigin: standIns.providerOrigin };
  const cookie = `__Host-${await signInOverHttp(product, 'ada@example.com')}`;
  const balance = async () =>
    balanceSchema.parse(await (await callAsUser({ origin }, cookie, '/api/credits')).json());
  expect((await balance()).available).toBe(25);
  const body = { pack: 'medium' };
  const begun = await callAsUser({ origin }, cookie, '/api/checkout', { method: 'POST', body });
  const { url } = checkoutSchema.parse(await begun.json());
  expect(new URL(url).origin).toBe(standIns.paymentsOrigin);
  const paid = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay' }),
    redirect: 'manual',
  });
  expect(paid.status).toBe(303);
  const { available } = await balance();
  expect(available).toBeGreaterThan(25);
  const issued = await callAsUser({ origin }, cookie, '/api/auth/token', { method: 'POST' });
  const { accessToken } = accessTokenSchema.parse(await issued.json());
  const input = { text: 'Water turns the mill. '.repeat(40) };
  const run = await callFlows(server, '/flows/document-digest/runs', {
    method: 'POST',
    body: { input },
    token: accessToken,
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(run.status, await run.text()).toBe(201);
  expect((await balance()).available).toBeLessThan(available);
});

test('three visitors are counted apart, whatever address they claim', async () => {
  const db = database(server);
  const buckets = async () => {
    const rows = await db.selectFrom('rate_limits').select('key').execute();
    return rows.map(({ key }) => key);
  };
  const before = await buckets();
  const { burstCalls } = limits.ceremony;
  const tryToken = (address: string, claimed: string) =>
    visit(address, '/api/user', {
      method: 'POST',
      headers: {
        authorization: 'Bearer a.b.c',
        'content-type': 'application/json',
        origin: server.siteOrigin,
        'sec-fetch-site': 'same-origin',
        [requestedWithHeader.name]: requestedWithHeader.value,
        'X-Viewer-Address': claimed,
      },
    });
  const statuses: (number | undefined)[] = [];
  while (statuses.length < 3 * burstCalls && !statuses.includes(429)) {
    const next = Array.from({ length: 20 }, (_, index) =>
      tryToken('127.0.0.2', `192.0.2.${(statuses.length + index) % 250}`),
    );
    statuses.push(...(await Promise.all(next)));
  }
  expect(statuses).toContain(429);
  expect(statuses.filter((status) => status !== 429).length).toBeGreaterThanOrEqual(burstCalls);
  expect(await tryToken('127.0.0.3', '127.0.0.2')).toBe(401);
  expect(await tryToken('127.0.0.4', '127.0.0.2')).toBe(401);
  expect((await buckets()).filter((key) => !before.includes(key))).toHaveLength(3);
});

test('a reload shows a new post, refuses no call meanwhile, and a bad post changes nothing', async () => {
  const post = join(server.project, 'src/content/blog/en/out-today.md');
  const address = `${server.siteOrigin}/blog/out-today/`;
  const day = new Date().toISOString().slice(0, 10);
  const text = `---\ntitle: Out today\ndescription: A post that was not there when the product started, and that a reload of the service brings.\npublishDate: ${day}\nauthor: team\ntags: [flows]\n---\n\nIts day has come.\n`;
  expect((await fetch(address)).status).toBe(404);
  writeFileSync(post, text);
  const statuses = new Set<number>();
  const built = server.product.says('The site was built anew.');
  server.product.process.kill('SIGUSR2');
  let isBuilt = false;
  void built.then(() => {
    isBuilt = true;
  });
  while (!isBuilt) {
    for (const path of ['/', '/api/health']) {
      const answer = await fetch(`${server.siteOrigin}${path}`);
      await answer.body?.cancel();
      statuses.add(answer.status);
    }
  }
  expect([...statuses]).toEqual([200]);
  expect((await fetch(address)).status).toBe(200);
  writeFileSync(post, text.replace('author: team', 'author: nobody-knows'));
  const refused = server.product.says('the former site stays: ');
  server.product.process.kill('SIGUSR2');
  await refused;
  expect((await fetch(address)).status).toBe(200);
  writeFileSync(post, text);
});

test('a restart under load loses no answer that was given, and the ledger adds up', async () => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const subs = ['auth0|bob', 'auth0|eve', 'auth0|joe', 'auth0|kim'];
  const load = new LedgerLoad({
    origin: server.siteOrigin,
    serviceKey: await prepareLoad(subs),
    subs,
    random: seededRandom(seed),
    timeoutMs: HELD_MS,
  });
  const answered = () => load.sent.filter(({ answer }) => answer).length;
  const [half, restarted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let last = Number.POSITIVE_INFINITY;
  const lanes = Array.from({ length: LANES }, async () => {
    while (answered() < last) {
      if (!(await load.sendNext())) await restarted.promise;
      if (answered() >= ANSWERS) half.resolve();
    }
  });
  await half.promise;
  const before = answered();
  expect(load.unanswered().length).toBeGreaterThanOrEqual(LANES - 1);
  expect(await server.product.end('SIGTERM')).toBe(0);
  const atSigterm = answered();
  const visits = Array.from({ length: LANES }, () => fetch(`${server.siteOrigin}/pricing/`));
  await server.startProduct();
  last = answered() + ANSWERS;
  restarted.resolve();
  await Promise.all(lanes);
  expect(new Set((await Promise.all(visits)).map(({ status }) => status))).toEqual(new Set([200]));
  const lost = load.unanswered().length;
  await load.retryUnanswered();
  expect(load.unanswered(), `seed ${seed}`).toEqual([]);
  const effects = await effectsOf(database(server));
  const expected = new Set(expectedEffects(load.sent));
  expect([...expected].filter((effect) => !effects.includes(effect))).toEqual([]);
  expect(effects.filter((effect) => effect.startsWith('command-')).length).toBe(expected.size);
  const output = expect.stringContaining('No wallet differs (');
  expect(await audit(server.settings)).toEqual({ code: 0, output });
  process.stdout.write(
    `${before} answers, then SIGTERM with ${LANES} commands open: ${atSigterm - before} more were answered, ${lost} were not and were sent again; ${LANES} visits waited for their page\n`,
  );
});

async function prepareLoad(subs: readonly string[]): Promise<string> {
  const db = database(server);
  const now = new Date();
  for (const sub of subs) await userStore(db).signIn(aSignIn(sub, { now }));
  const serviceKey = newServiceKey(randomBytes);
  const keyHash = serviceKeyHash(serviceKey);
  await serviceKeys(db).make({ name: 'load', scopes: ['holds', 'grants'], keyHash, now });
  return serviceKey;
}

function audit(settings: Readonly<Record<string, string>>) {
  return runToEnd(process.execPath, ['infra/local/credits.ts', 'audit'], {
    cwd: server.project,
    env: settings,
  });
}

test('a copy is restored into an empty database and folder: the audit is clean, each balance equal', async () => {
  const copies = join(server.folder, 'copies');
  mkdirSync(copies);
  const made = await script('backup.sh', [copies], server.settings);
  expect(made, made.output).toMatchObject({ code: 0 });
  const [name = ''] = readdirSync(copies);
  const copy = join(copies, name);
  expect(readdirSync(copy)).toEqual(['keys.tar', 'ledger.dump']);
  const restored = {
    ...server.settings,
    DATABASE_URL: await server.emptyDatabase('restored'),
    DATA_DIR: join(server.folder, 'restored'),
  };
  const drill = await script('restore.sh', [copy], restored);
  expect(drill, drill.output).toMatchObject({ code: 0 });
  const output = expect.stringContaining('No wallet differs (');
  expect(await audit(restored)).toEqual({ code: 0, output });
  const rowsOf = (databaseUrl: string) =>
    Promise.all(
      (['wallets', 'lots', 'entries', 'users', 'sessions'] as const).map(async (table) => {
        const rows = await database({ databaseUrl }).selectFrom(table).selectAll().execute();
        return rows.map((row) => JSON.stringify(row)).toSorted();
      }),
    );
  const rows = await rowsOf(restored.DATABASE_URL);
  expect(rows).toEqual(await rowsOf(server.databaseUrl));
  expect(rows[0]?.length).toBe(5);
  for (const key of ['trial-key-secret', 'access-token-keys.json']) {
    const text = (dataDir: string) => readFileSync(join(dataDir, key), 'utf8');
    expect(text(restored.DATA_DIR)).toBe(text(server.dataDir));
  }
  await expectRefusals(copy, restored);
});

/** The restore overwrites no file, and a damaged copy leaves the database empty. */
async function expectRefusals(
  copy: string,
  restored: Readonly<Record<string, string>>,
): Promise<void> {
  const emptyFolder = { DATA_DIR: join(server.folder, 'empty') };
  const onRows = await script('restore.sh', [copy], { ...restored, ...emptyFolder });
  expect(onRows).toMatchObject({ code: 1, output: expect.stringContaining('tables: make an') });
  const onFiles = await script('restore.sh', [copy], restored);
  expect(onFiles).toMatchObject({ code: 1, output: expect.stringContaining('is not empty: ') });
  const damaged = join(server.folder, 'damaged');
  cpSync(copy, damaged, { recursive: true });
  const dump = readFileSync(join(copy, 'ledger.dump'));
  writeFileSync(join(damaged, 'ledger.dump'), dump.subarray(0, dump.length - 2_000));
  const empty = { ...emptyFolder, DATABASE_URL: await server.emptyDatabase('untouched') };
  expect((await script('restore.sh', [damaged], { ...restored, ...empty })).code).not.toBe(0);
  expect(await script('restore.sh', [copy], { ...restored, ...empty })).toMatchObject({ code: 0 });
}

function script(name: string, args: readonly string[], settings: Readonly<Record<string, string>>) {
  const env = { ...settings, PATH: `${postgresFolder()}:${process.env.PATH}` };
  const path = join(server.project, 'infra/server', name);
  return runToEnd(path, args, { cwd: server.project, env });
}
