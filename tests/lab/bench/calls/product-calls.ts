import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { importJWK, SignJWT } from 'jose';
import pg from 'pg';
import { newId } from '../../../../functions/adapters/postgres/connection/store-tools.ts';
import { newServiceKey, serviceKeyHash } from '../../../../functions/callers/for-service.ts';
import { localClientId, localOrigin, portOffsets } from '../../../../infra/local/addresses.ts';
import { persistedSigningKey } from '../../../../infra/local/data/persisted-secrets.ts';
import { routes } from '../../../../src/contract/routes.ts';
import { saveHeaders } from '../../../integration/journeys/post-user.ts';
import { freePort } from '../../../support/free-ports.ts';
import { projectRoot } from '../../../support/site-copy.ts';
import type { BenchContext } from '../bench.ts';
import { createDatabase } from '../ledger/homes.ts';
import { type Child, costsOf, startChild } from '../programs.ts';
import { type Calls, callsOf, LANES, PEOPLE } from './calls.ts';

const START_TIMEOUT_MS = 60_000;
const LOOK_MS = 200;
const CREDITS = 1_000_000;

const run = promisify(execFile);

interface Place {
  /** A folder that is not there yet. */
  readonly folder: string;
  readonly serverUrl: string;
  /** A revision of Git; empty for the working tree. */
  readonly revision: string;
}

/** Starts the product on a database of its own, with people who have credits, and calls it. */
export async function productCalls(place: Place, context: BenchContext): Promise<Calls> {
  const { folder, revision } = place;
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  const name = `product_${revision.replaceAll(/\W/g, '_')}`;
  const databaseUrl = await createDatabase('Postgres server', name.toLowerCase(), place);
  const port = await freePort();
  const key = await importJWK(persistedSigningKey(dataDir), 'RS256');
  context.say(`starting ${revision || 'the working tree'} …`);
  const variables = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    // Each person has an address, so no limit of one address is met.
    VIEWER_ADDRESS_HEADER: 'x-viewer-address',
  };
  const args = ['--max-semi-space-size=4', 'tests/support/start-without-pages.ts'];
  const product = { args, folder: await projectOf(place), variables };
  const child = startChild(product, context.signal);
  await ready(child, context.signal);
  const site = siteAt(port);
  const issuer = `${localOrigin(port + portOffsets.identityProvider)}/`;
  const tokenOf = (sub: string) =>
    new SignJWT({ email: `${sub}@example.com`, email_verified: true, jti: randomUUID() })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(issuer)
      .setAudience(localClientId)
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime('2m')
      .sign(key);
  const signIn = async (person: number) => {
    const sub = subOf(person);
    const authorization = `Bearer ${await tokenOf(sub)}`;
    const address = `10.0.${person}.1`;
    const headers = { ...saveHeaders(site.origin), authorization, 'x-viewer-address': address };
    return () => site.post(routes.saveUser.path, headers, { sub });
  };
  const cookies: string[] = [];
  for (let person = 0; person < PEOPLE; person += 1) cookies.push(await (await signIn(person))());
  const service = await serviceOf(databaseUrl);
  const asService = () => ({ ...service, 'idempotency-key': randomUUID() });
  for (let person = 0; person < PEOPLE; person += 1) {
    const gift = { sub: subOf(person), amount: CREDITS, reason: 'bench' };
    await site.post(routes.grantCredits.path, asService(), gift);
  }
  return {
    prepare: async (call, count) => {
      if (call === 'user') return Promise.all(callsOf(count, (one) => signIn(one % PEOPLE)));
      if (call === 'me') {
        return callsOf(count, (one) => () => site.get(routes.me.path, cookies[one % PEOPLE] ?? ''));
      }
      const held = (one: number) => ({ sub: subOf(one % PEOPLE), amount: 1 });
      return callsOf(
        count,
        (one) => () => site.post(routes.holdCredits.path, asService(), held(one)),
      );
    },
    cpuSeconds: () => costsOf(child.process.pid ?? 0)?.cpuSeconds ?? Number.NaN,
    close: async () => {
      child.kill();
      await child.ended;
    },
  };
}

const subOf = (person: number) => `bench|${person}`;

/** The project of a place; a former revision runs with the packages of the working tree. */
async function projectOf({ folder, revision }: Place): Promise<string> {
  if (!revision) return projectRoot;
  const project = join(folder, 'project');
  const archive = join(folder, 'revision.tar');
  await mkdir(project);
  await run('git', ['archive', '-o', archive, revision], { cwd: projectRoot });
  await run('tar', ['-xf', archive, '-C', project]);
  await symlink(join(projectRoot, 'node_modules'), join(project, 'node_modules'));
  return project;
}

async function ready(child: Child, signal: AbortSignal): Promise<void> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (!child.output().includes('ready\n')) {
    await pause(LOOK_MS, undefined, { signal });
    if (child.process.exitCode === null && Date.now() < deadlineMs) continue;
    throw new Error(`${child.output()}\nThe product did not start.`);
  }
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
