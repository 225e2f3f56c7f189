import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { type Problem, problemSchema, problems } from '../../../src/contract/problem.ts';
import { type ArbitraryCall, arbitraryCall, type Known } from '../../support/arbitrary-call.ts';
import { unknownId } from '../../support/route-calls.ts';
import { accessTokenOf } from '../journeys/flow-calls.ts';
import { aService, callAs } from '../journeys/service-calls.ts';
import { type Shop, startShop } from '../journeys/shop.ts';

const CALLS = 10_000;

/** Calls in flight at the same time. */
const CALLS_AT_ONCE = 20;

/** An answer that takes longer hangs. */
const ANSWER_TIMEOUT_MS = 10_000;

/** All calls together; the machine may be busy. */
const TEST_TIMEOUT_MS = 300_000;

/** How many people call; some delete their account meanwhile. */
const PEOPLE = 6;

/** The title shows it, so that a failed run can be repeated. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

/** Failures on our side that are no bug: they pass soon, and the answer says so. */
const documented: ReadonlySet<string> = new Set(
  Object.entries(problems).flatMap(([code, { status }]) => (status === 503 ? [code] : [])),
);

let shop: Shop;
let known: Known;
/** The session of each person, and an access token of it; undefined, once a call has ended it. */
const cookies = new Map<string, string | undefined>();
const accessTokens = new Map<string, string>();
const agent = new Agent({ keepAlive: true, maxSockets: CALLS_AT_ONCE });

beforeAll(async () => {
  shop = await startShop();
  const subs = Array.from({ length: PEOPLE }, (_, index) => `person-${index}`);
  for (const sub of subs) cookies.set(sub, undefined);
  await renewSessions();
  const service = await aService(shop.api, 'fuzzer', ['holds', 'grants']);
  const holds = await Promise.all(
    subs.map((sub) => callAs(service, shop.api, 'holds', { sub, amount: 5 })),
  );
  known = {
    origin: shop.api.origin,
    people: subs,
    tokens: [service.token],
    subs,
    ids: [...holds.map(({ body }) => String(body.id)), unknownId],
  };
});

afterAll(async () => {
  agent.destroy();
  await shop.close();
});

/** Signs in again everybody whose session has ended, so that the next calls reach more code. */
async function renewSessions(): Promise<void> {
  for (const [sub, cookie] of cookies) {
    if (cookie !== undefined) continue;
    const fresh = await shop.signIn(sub);
    cookies.set(sub, fresh);
    accessTokens.set(sub, await accessTokenOf(shop.api, fresh));
  }
}

async function send({ audience, method, path, headers: named, body }: ArbitraryCall) {
  const { cookie: person = '', authorization = '' } = named;
  const cookie = cookies.get(person);
  const token = accessTokens.get(authorization.replace('Bearer ', ''));
  const headers = {
    ...named,
    ...(cookie === undefined ? {} : { cookie }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const { hostname, port } = new URL(audience === 'site' ? shop.api.origin : shop.api.flowsOrigin);
  const answered = Promise.withResolvers<{ status: number; type: string; body: string }>();
  const bytes = Buffer.from(body);
  const request = httpRequest(
    { agent, hostname, port, method, path: encodeURI(path).replaceAll('%25', '%'), headers },
    async (answer) => {
      const type = answer.headers['content-type'] ?? '';
      const isEnded = answer.headers['set-cookie']?.some((set) => set.startsWith('session=;'));
      if (isEnded && cookie !== undefined) cookies.set(person, undefined);
      answered.resolve({ status: answer.statusCode ?? 0, type, body: await text(answer) });
    },
  );
  request.setTimeout(ANSWER_TIMEOUT_MS, () => request.destroy(new Error('no answer came')));
  request.on('error', answered.reject);
  if (bytes.length > 0) request.setHeader('content-length', bytes.length);
  request.end(bytes);
  return answered.promise;
}

/** The fault of the answer to a call, if any, with the call. */
async function faultOf(call: ArbitraryCall): Promise<string | undefined> {
  const fault = faultIn(await send(call));
  return fault && `${fault} to ${JSON.stringify(call)}`;
}

function faultIn({ status, type, body }: Awaited<ReturnType<typeof send>>): string | undefined {
  if (/\n\s+at |node_modules|\bfunctions\/|SQLSTATE|syntax error/.test(body))
    return `leaks: ${body}`;
  const isProblem = type === 'application/problem+json' && body !== '';
  const problem: Problem | undefined = isProblem
    ? problemSchema.parse(JSON.parse(body))
    : undefined;
  if (status >= 500 && !documented.has(problem?.code ?? '')) return `${status}: ${body}`;
  if (problem && problem.status !== status) return `${status} says ${problem.status}`;
  if (status >= 400 && body !== '' && !problem) return `${status} without a problem: ${body}`;
  return undefined;
}

test(
  `no call of ${CALLS.toLocaleString('en')}, whatever it says, makes the server fail, hang or tell how it works (seed ${seed})`,
  async () => {
    const calls = fc.array(arbitraryCall(known), {
      minLength: CALLS_AT_ONCE,
      maxLength: CALLS_AT_ONCE,
    });
    await fc.assert(
      fc.asyncProperty(calls, async (together) => {
        // The buckets are emptied, so that the limits stop no call.
        await shop.api.db.deleteFrom('rate_limits').execute();
        await renewSessions();
        const faults = await Promise.all(together.map(faultOf));
        expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
      }),
      { seed, numRuns: CALLS / CALLS_AT_ONCE, endOnFailure: true },
    );
  },
  TEST_TIMEOUT_MS,
);

test('afterwards the server still answers, the ledger adds up, and the log has no fault', async () => {
  expect((await fetch(`${shop.api.origin}/api/health`)).status).toBe(200);
  expect(await auditLedger(shop.api.db)).toEqual([]);
  const faults = shop.api.logged.filter((line) => /"status":5|threw|failed/.test(line));
  expect(faults).toEqual([]);
});

test('afterwards no object has a member that a call gave to all', () => {
  // The server runs in this process, so its prototypes are these.
  const added = [{}, [], () => {}].flatMap((value) => {
    const names: string[] = [];
    for (const name in value) names.push(name);
    return names;
  });
  expect(added).toEqual([]);
});

test('most routes have answered some of the calls with success', () => {
  const lines = shop.api.logged.map((line) => Object(JSON.parse(line)));
  const served = new Set(lines.filter(({ status }) => status < 400).map(({ route }) => route));
  expect(served.size).toBeGreaterThanOrEqual(12);
});
