import { randomBytes, randomUUID } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { userStore } from '../../../../functions/adapters/postgres/account/user-store.ts';
import {
  closeDatabases,
  database,
} from '../../../../functions/adapters/postgres/connection/database.ts';
import { migrate } from '../../../../functions/adapters/postgres/schema/migrate.ts';
import { serviceKeys } from '../../../../functions/adapters/postgres/session/service-keys.ts';
import { newServiceKey, serviceKeyHash } from '../../../../functions/callers/for-service.ts';
import { newSessionToken, sessionTokenHash } from '../../../../functions/http/session-cookie.ts';
import { localOrigin, portOffsets } from '../../../../infra/local/addresses.ts';
import { routes } from '../../../../src/contract/routes.ts';
import { hintCookie } from '../../../../src/contract/session.ts';
import { postUser } from '../../../integration/journeys/post-user.ts';
import { claimsOf, idTokenOverHttp } from '../../../integration/journeys/sign-in-over-http.ts';
import { freePort } from '../../../support/free-ports.ts';
import { aSignIn, budgetOf } from '../../../support/sign-ins.ts';
import type { BenchContext } from '../bench.ts';
import { openBare } from '../ledger/bare-database.ts';
import { reference as bareLedger } from '../ledger/subjects.ts';
import { startChild } from '../programs.ts';
import { median, percentile } from '../statistics.ts';
import { serveBareSignIn } from './bare-sign-in.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const program = fileURLToPath(new URL('../../../support/start-without-pages.ts', import.meta.url));

/** How many requests are in flight. */
const LANES = 8;

/** Requests of each kind in a round; one address may send three hundred sign-ins at once. */
const COUNTS = { me: 1_500, 'sign-in whole': 60, holds: 500 } as const;

/** The product and its reference take turns so often, and the medians count. */
const ROUNDS = 3;

/** A tenth of the calls comes first and is not counted: it loads the code. */
const WARM_UP_SHARE = 0.1;
const START_TIMEOUT_MS = 60_000;
const sub = 'bench';
const credits = 1_000_000;

/** A kind of request, through the product and through its reference. */
export interface RequestFigures {
  readonly name: keyof typeof COUNTS;
  readonly product: Rate;
  readonly bare: Rate;
}

/** The identity of the caller. */
interface Callers {
  readonly sessionToken: string;
  readonly serviceKey: string;
  readonly walletId: string;
}

/**
 * The requests a second of the local product, on PGlite, in its own process. Beside them the
 * queries of such a request, by the bare driver on a copy of the database. Beside a whole sign-in,
 * the same one at a bare server (`bare-sign-in.ts`).
 *
 * @param folder an empty one
 */
export async function measureRequests(
  folder: string,
  { signal, clock, say }: BenchContext,
): Promise<readonly RequestFigures[]> {
  const dataDir = join(folder, 'data');
  const databaseFolder = join(dataDir, 'database');
  const callers = await prepare(pathToFileURL(databaseFolder).href);
  const copy = join(folder, 'copy');
  await cp(databaseFolder, copy, { recursive: true });
  const product = await startProduct(dataDir, signal);
  const bare = await openBare(pathToFileURL(copy).href, LANES);
  const bareSignIn = await serveBareSignIn(product.providerOrigin, bare);
  try {
    const figures: RequestFigures[] = [];
    const asked = requestsOf(product, callers);
    const queried = { ...queriesOf(bare, callers), 'sign-in whole': signIn(product, bareSignIn) };
    for (const name of ['me', 'sign-in whole', 'holds'] as const) {
      say(`requests: ${name}`);
      const load = { count: COUNTS[name], lanes: LANES, clock, signal };
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const rate = await rateOf(asked[name], load);
        rounds.push({ product: rate, bare: await rateOf(queried[name], load) });
      }
      const [ours, theirs] = [rounds.map((one) => one.product), rounds.map((one) => one.bare)];
      figures.push({ name, product: medianOf(ours), bare: medianOf(theirs) });
    }
    return figures;
  } finally {
    product.kill();
    await bareSignIn.close();
    await bare.close();
  }
}

function medianOf(rates: readonly Rate[]): Rate {
  return {
    perSecond: median(rates.map(({ perSecond }) => perSecond)),
    p50Ms: median(rates.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rates.map(({ p99Ms }) => p99Ms)),
  };
}

async function prepare(databaseUrl: string): Promise<Callers> {
  const db = database({ databaseUrl });
  await migrate(db);
  const now = new Date();
  const sessionToken = newSessionToken(randomBytes);
  const plain = aSignIn(sub, { now });
  const change = {
    session: { ...plain.session, tokenHash: sessionTokenHash(sessionToken) },
    trial: {
      key: 'bench',
      formerKey: 'bench',
      amountCredits: credits,
      expiresAt: new Date(2100, 0),
      budget: budgetOf(1),
    },
  };
  const signedIn = await userStore(db).signIn(aSignIn(sub, { now, change }));
  if (!signedIn.ok) throw new Error(signedIn.code);
  const serviceKey = newServiceKey(randomBytes);
  const keyHash = serviceKeyHash(serviceKey);
  await serviceKeys(db).make({ name: sub, scopes: ['holds'], keyHash, now });
  await closeDatabases();
  return { sessionToken, serviceKey, walletId: signedIn.account.walletId };
}

async function startProduct(dataDir: string, signal: AbortSignal) {
  const port = await freePort();
  const variables = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir };
  const started = AbortSignal.timeout(START_TIMEOUT_MS);
  const child = startChild({ args: [program], folder: root, variables }, signal);
  const origin = localOrigin(port);
  while (!(await answers(`${origin}${routes.checkHealth.path}`))) {
    if (started.aborted) throw new Error(`${child.output()}\nThe product did not start.`);
    signal.throwIfAborted();
    await new Promise((go) => setTimeout(go, 100));
  }
  const providerOrigin = localOrigin(port + portOffsets.identityProvider);
  return { origin, providerOrigin, kill: child.kill };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** One request of each kind, as a browser or a service makes it. */
function requestsOf(product: Product, { sessionToken, serviceKey }: Callers) {
  const { origin } = product;
  const cookie = `session=${sessionToken}; ${hintCookie.name}=${hintCookie.value}`;
  const json = { 'content-type': 'application/json' };
  return {
    me: () => expectOk(`${origin}${routes.me.path}`, { headers: { cookie } }),
    'sign-in whole': signIn(product, product),
    holds: () =>
      expectOk(`${origin}${routes.holdCredits.path}`, {
        method: 'POST',
        headers: {
          ...json,
          authorization: `Bearer ${serviceKey}`,
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ sub, amount: 1 }),
      }),
  };
}

type Product = Awaited<ReturnType<typeof startProduct>>;

let people = 0;

/** Signs a new person in: at the product's provider, and then with the ID token at a server. */
function signIn(product: Product, server: { readonly origin: string }) {
  return async () => {
    people += 1;
    const idToken = await idTokenOverHttp(product, { email: `person-${people}@example.com` });
    const answer = await postUser(server, claimsOf(idToken), {
      authorization: `Bearer ${idToken}`,
    });
    await answer.text();
    if (!answer.ok) throw new Error(`A sign-in was answered with ${answer.status}.`);
  };
}

async function expectOk(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
}

/** The least queries that each request needs. */
function queriesOf(
  bare: Awaited<ReturnType<typeof openBare>>,
  { sessionToken, walletId }: Callers,
) {
  const ledger = bareLedger(bare);
  const session = () => bare.query(selectSession, [sessionTokenHash(sessionToken)]);
  return {
    me: session,
    holds: () => ledger.hold(walletId, randomUUID(), new Date()),
  };
}

const selectSession = `
  select sessions.id, sessions.last_seen_at, sessions.expires_at, users.*, wallets.*, lots.*
  from sessions join users on users.id = sessions.user_id
    join wallets on wallets.id = users.wallet_id left join lots on lots.wallet_id = wallets.id
  where sessions.token_hash = $1`;

/** How often a call was made, and how long each took. */
export interface Rate {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Makes a call so many times, several in parallel, and measures. */
async function rateOf(
  work: () => Promise<unknown>,
  load: {
    readonly count: number;
    readonly lanes: number;
    readonly clock: () => number;
    readonly signal: AbortSignal;
  },
): Promise<Rate> {
  const { count, lanes, clock, signal } = load;
  const took: number[] = [];
  const times = async (number: number) => {
    let left = number;
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        while (left > 0) {
          signal.throwIfAborted();
          left -= 1;
          const began = clock();
          await work();
          took.push(clock() - began);
        }
      }),
    );
  };
  await times(Math.ceil(count * WARM_UP_SHARE));
  took.length = 0;
  const began = clock();
  await times(count);
  const perSecond = (count * 1_000) / (clock() - began);
  return { perSecond, p50Ms: median(took), p99Ms: percentile(took, 0.99) };
}
