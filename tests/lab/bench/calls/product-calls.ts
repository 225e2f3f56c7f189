import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { importJWK, SignJWT } from 'jose';
import pg from 'pg';
import { newId } from '../../../../functions/adapters/postgres/connection/store-tools.ts';
import { newServiceKey, serviceKeyHash } from '../../../../functions/callers/for-service.ts';
import { localClientId, localOrigin, portOffsets } from '../../../../infra/local/addresses.ts';
import { persistedSigningKey } from '../../../../infra/local/data/persisted-secrets.ts';
import { routes } from '../../../../src/contract/routes.ts';
import { saveHeaders } from '../../../integration/journeys/post-user.ts';
import { freePort } from '../../../support/free-ports.ts';
import { projectOf } from '../../project-copy.ts';
import type { BenchContext } from '../bench.ts';
import { createDatabase } from '../ledger/homes.ts';
import { type Child, costsOf, type Program, startChild } from '../programs.ts';
import { type Calls, callsOf, LANES, type names, PEOPLE } from './calls.ts';

const START_TIMEOUT_MS = 60_000;
const LOOK_MS = 200;
const MAX_STARTS = 10;
const CREDITS = 1_000_000;

interface Place {
  /** A folder that is not there yet. */
  readonly folder: string;
  readonly serverUrl: string;
  /** A revision of Git; empty for the working tree. */
  readonly revision: string;
}

/** Starts the product on a database of its own, with people who have credits, and calls it. */
export async function productCalls(place: Place, context: BenchContext): Promise<Calls> {
  const { child, port, databaseUrl, idToken } = await startProduct(place, context);
  const site = siteAt(port);
  const signIn = async (person: number) => {
    const headers = {
      ...saveHeaders(site.origin),
      authorization: `Bearer ${await idToken(subOf(person))}`,
      'x-viewer-address': `10.0.${person}.1`,
    };
    return () => site.post(routes.saveUser.path, headers, { sub: subOf(person) });
  };
  const cookies: string[] = [];
  for (let person = 0; person < PEOPLE; person += 1) cookies.push(await (await signIn(person))());
  const service = await serviceOf(databaseUrl);
  const command = (path: string, person: number, body: object) => {
    const headers = { ...service, 'idempotency-key': randomUUID() };
    return site.post(path, headers, { sub: subOf(person), ...body });
  };
  const gift = { amount: CREDITS, reason: 'bench' };
  for (let person = 0; person < PEOPLE; person += 1) {
    await command(routes.grantCredits.path, person, gift);
  }
  const calls: Readonly<Record<(typeof names)[number], (person: number) => Promise<Call> | Call>> =
    {
      me: (person) => () => site.get(routes.me.path, cookies[person] ?? ''),
      user: signIn,
      holds: (person) => () => command(routes.holdCredits.path, person, { amount: 1 }),
    };
  return {
    prepare: (name, count) => Promise.all(callsOf(count, (one) => calls[name](one % PEOPLE))),
    cpuSeconds: () => costsOf(child.process.pid ?? 0)?.cpuSeconds ?? Number.NaN,
    close: async () => {
      child.kill();
      await child.ended;
    },
  };
}

type Call = () => Promise<string>;

/** Starts the product; `idToken` makes one as its identity provider does. */
async function startProduct(place: Place, { signal, say }: BenchContext) {
  const { folder, revision } = place;
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  const name = `product_${revision.replaceAll(/\W/g, '_')}`.toLowerCase();
  const databaseUrl = await createDatabase('Postgres server', name, place);
  const port = await freePort();
  const key = await importJWK(persistedSigningKey(dataDir), 'RS256');
  say(`starting ${revision || 'the working tree'} …`);
  const variables = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    // Each person has an address, so no limit of one address is met.
    VIEWER_ADDRESS_HEADER: 'x-viewer-address',
  };
  const args = ['--max-semi-space-size=4', 'tests/support/start-without-pages.ts'];
  const child = await started({ args, folder: await projectOf(place), variables }, signal);
  const issuer = `${localOrigin(port + portOffsets.identityProvider)}/`;
  const idToken = (sub: string) =>
    new SignJWT({ email: `${sub}@example.com`, email_verified: true, jti: randomUUID() })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(issuer)
      .setAudience(localClientId)
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime('2m')
      .sign(key);
  return { child, port, databaseUrl, idToken };
}

const subOf = (person: number) => `bench|${person}`;

/** Starts a product; on a busy machine its first connection may time out while it loads its code. */
async function started(product: Program, signal: AbortSignal, tries = MAX_STARTS): Promise<Child> {
  const child = startChild(product, signal);
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (child.process.exitCode === null && Date.now() < deadlineMs) {
    if (child.output().includes('ready\n')) return child;
    await pause(LOOK_MS, undefined, { signal });
  }
  child.kill();
  if (tries > 1) return started(product, signal, tries - 1);
  throw new Error(`${child.output()}\nThe product did not start.`);
}

/** A service with a key, which the command of the operator would make. */
async function serviceOf(databaseUrl: string): Promise<Readonly<Record<string, string>>> {
  const key = newServiceKey(randomBytes);
  const [client, now] = [new pg.Client({ connectionString: databaseUrl }), new Date()];
  await client.connect();
  await client.query(
    'insert into service_keys (id, name, key_hash, scopes, created_at) values ($1, $2, $3, $4, $5)',
    [newId(now), 'bench', serviceKeyHash(key), 'holds grants', now],
  );
  await client.end();
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

/** Calls over connections that stay open; a call resolves to the cookie that the answer sets. */
function siteAt(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  const ask = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<string> => {
    const asked = request({ host: '127.0.0.1', port, agent, method, path, headers }).end(body);
    const [answer] = await once(asked, 'response');
    const content = await text(answer);
    if (answer.statusCode >= 300 || content === '') {
      throw new Error(`${method} ${path} was answered ${answer.statusCode}: ${content}`);
    }
    return `${answer.headers['set-cookie']?.[0] ?? ''}`.split(';')[0] ?? '';
  };
  return {
    origin: localOrigin(port),
    get: (path: string, cookie: string) => ask('GET', path, { cookie }),
    post: (path: string, headers: Readonly<Record<string, string>>, body: object) =>
      ask('POST', path, headers, JSON.stringify(body)),
  };
}
