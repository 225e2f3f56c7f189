import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { localOrigin, portOffsets } from '../../infra/local/addresses.ts';
import { requestedWithHeader } from '../../src/contract/session.ts';
import { signInOverHttp } from '../integration/journeys/sign-in-over-http.ts';
import {
  type Bench,
  type BenchContext,
  type BenchReport,
  readNumber,
  withTemporaryFolder,
} from './bench.ts';
import { measureTails, tailTable } from './hostile/tails.ts';
import { residentBytesOf, startChild } from './programs.ts';
import { type ServedSite, serveSite } from './site/servers.ts';
import { median, percentile, ratio } from './statistics.ts';
import type { Table } from './table.ts';

/** The access tokens are good for five minutes. */
const MAX_SECONDS = 120;

/** A run a second stays within its own limit; the others are not limited. */
const PAUSES_MS = { page: 100, me: 100, run: 1_000 } as const;

type What = keyof typeof PAUSES_MS;

/** The user who is measured can pay for so many runs. */
const CREDITS = 5_000;
const ATTACKERS = 3;
/** They run pictures while many connect at once, before the attack. */
const RUNNERS = 4;

/** A server that has just started is slower, up to twice in the p99. Runs are limited: few of them. */
const WARM_UP_SECONDS = { runs: 3, others: 20 } as const;

/** How long memory has to come back, in milliseconds. */
const SETTLE_MS = 35_000;

const GOALS = { times: 3, megabytes: 50 } as const;
const BYTES_PER_MB = 1_000_000;

/** How long a call took, and how long of that our main thread waited for a processor, in ms. */
interface Took {
  readonly ms: number;
  readonly waitedMs: number;
}

type Times = Readonly<Record<What, readonly Took[]>>;

/** What another user notices while three accounts send the worst of each kind. */
export const hostileBench: Bench = {
  about: 'a page, `me` and a run of one user while three accounts send the worst of each kind',
  options: [
    {
      name: 'seconds',
      type: 'string',
      default: '60',
      about: 'how long the rest and the attack take',
    },
  ],
  prepare({ seconds }) {
    const each = readNumber('seconds', seconds, MAX_SECONDS);
    return (context) =>
      withTemporaryFolder(async (folder) => {
        context.say('building the site');
        const site = await serveSite(join(folder, 'site'), context.signal);
        try {
          return await measure(site, folder, each, context);
        } finally {
          await site.stop();
        }
      });
  },
};

async function measure(
  site: ServedSite,
  folder: string,
  seconds: number,
  context: BenchContext,
): Promise<BenchReport> {
  const flowsOrigin = localOrigin(site.port + portOffsets.flowsApi);
  const [victim, ...others] = await signInAll(site, folder);
  if (!victim) throw new Error('Nobody signed in.');
  const [attackers, runners] = [others.slice(0, ATTACKERS), others.slice(ATTACKERS)];
  const calls = callsOf(victim, site.origin, flowsOrigin);
  await secondsOf(calls, WARM_UP_SECONDS.runs);
  await secondsOf({ ...calls, run: () => pause(0) }, WARM_UP_SECONDS.others);
  context.say('at rest');
  const client = monitorEventLoopDelay({ resolution: 1 });
  client.enable();
  const atRest = await secondsOf(calls, seconds);
  const restBytes = residentBytesOf(site.pid);
  const clientAtRest = delayOf(client);
  context.say('many connections at once');
  const { page, me } = calls;
  const tails = await measureTails(
    { page, me },
    flowsOrigin,
    runners.map(({ token }) => token),
  );
  client.reset();
  context.say('under attack');
  const args = [fileURLToPath(new URL('hostile/attack.ts', import.meta.url)), site.origin];
  const tokens = attackers.map(({ token }) => token);
  const child = startChild(
    {
      args: [...args, flowsOrigin, String(seconds), ...tokens],
      folder: process.cwd(),
      variables: { PATH: process.env.PATH },
    },
    context.signal,
  );
  const underAttack = await secondsOf(calls, seconds);
  const clientMs = [clientAtRest, delayOf(client)];
  const code = await child.ended;
  if (code !== 0) throw new Error(`${child.output()}\nThe attack failed.`);
  const attackBytes = residentBytesOf(site.pid);
  context.say('memory comes back');
  await pause(SETTLE_MS, undefined, { signal: context.signal });
  const bytes = [restBytes, attackBytes, residentBytesOf(site.pid)];
  const answers = z.record(z.string(), z.number()).parse(JSON.parse(child.output()));
  return reportOf({ atRest, underAttack, clientMs, tails, bytes, answers });
}

/** How late the event loop of this process was at worst in 99 of 100 moments, in milliseconds. */
function delayOf(client: ReturnType<typeof monitorEventLoopDelay>): number {
  const p99Ms = client.percentile(99) / 1_000_000;
  client.reset();
  return p99Ms;
}

interface Caller {
  readonly cookie: string;
  readonly token: string;
}

/** The user who is measured, with credits, and the others with those of the trial. */
async function signInAll(site: ServedSite, folder: string): Promise<readonly Caller[]> {
  const { origin, port } = site;
  const product = { origin, providerOrigin: localOrigin(port + portOffsets.identityProvider) };
  const callers: Caller[] = [];
  for (let index = 0; index <= ATTACKERS + RUNNERS; index += 1) {
    const cookie = await signInOverHttp(product, `user-${index}@example.com`);
    callers.push({ cookie, token: await accessTokenOf(origin, cookie) });
  }
  const grant = ['grant', '--user', 'user-0@example.com', '--amount', String(CREDITS)];
  const root = join(folder, 'site');
  await promisify(execFile)(
    process.execPath,
    [join(root, 'infra/local/credits.ts'), ...grant, '--reason', 'bench'],
    {
      cwd: root,
      env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(root, 'data') },
    },
  );
  return callers;
}

async function accessTokenOf(origin: string, cookie: string): Promise<string> {
  const { name, value } = requestedWithHeader;
  const headers = { cookie, origin, 'sec-fetch-site': 'same-origin', [name]: value };
  const answer = await fetch(`${origin}/api/auth/token`, { method: 'POST', headers });
  return z.object({ accessToken: z.string() }).parse(await answer.json()).accessToken;
}

type Calls = Readonly<Record<What, () => Promise<void>>>;

function callsOf({ cookie, token }: Caller, origin: string, flowsOrigin: string): Calls {
  const text = 'Water drives the wheel all day. The wheel drives the mill. Bread is made of flour.';
  const body = JSON.stringify({ input: { text } });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const run = () => {
    const keyed = { ...headers, 'idempotency-key': randomUUID() };
    return answered(`${flowsOrigin}/flows/document-digest/runs`, 'POST', keyed, body);
  };
  return {
    page: () => answered(`${origin}/`, 'GET', {}),
    me: () => answered(`${origin}/api/auth/me`, 'GET', { cookie }),
    run,
  };
}

/** Calls for some seconds, each kind in its own rhythm, and tells how long each call took in ms. */
async function secondsOf(calls: Calls, seconds: number): Promise<Times> {
  const endsAtMs = performance.now() + seconds * 1_000;
  const lane = async (what: What) => {
    const took: Took[] = [];
    while (performance.now() < endsAtMs) {
      const [begunMs, waitedMs] = [performance.now(), waited()];
      await calls[what]();
      took.push({ ms: performance.now() - begunMs, waitedMs: waited() - waitedMs });
      await pause(PAUSES_MS[what]);
    }
    return took;
  };
  const [page, me, runs] = await Promise.all([lane('page'), lane('me'), lane('run')]);
  return { page, me, run: runs };
}

const schedule = '/proc/self/schedstat';

/**
 * How long the main thread has waited for a processor so far, in milliseconds; 0 where the system does
 * not tell. Source: the second field, in `Documentation/scheduler/sched-stats.rst` of Linux.
 */
function waited(): number {
  if (!existsSync(schedule)) return 0;
  const [, nanoseconds = '0'] = readFileSync(schedule, 'utf8').split(' ');
  return Number(nanoseconds) / 1_000_000;
}

/**
 * Calls on a new connection. It needs no look-up of a name, which would wait for a thread beside, and
 * that thread for a processor.
 * @throws when the answer is a refusal
 */
function answered(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Promise<void> {
  return new Promise((resolve, reject) => {
    const host = { ...headers, host: new URL(url).host };
    const options = { method, headers: host, hostname: '127.0.0.1', agent: false } as const;
    const sent = request(url, options, (answer) => {
      answer.resume();
      answer.on('end', () => {
        const { statusCode = 0 } = answer;
        if (statusCode < 400) resolve();
        else reject(new Error(`${method} ${url} was answered with ${statusCode}.`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

interface Figures {
  readonly atRest: Times;
  readonly underAttack: Times;
  /** The p99 of the delay of this process at rest and under attack. */
  readonly clientMs: readonly number[];
  readonly tails: Awaited<ReturnType<typeof measureTails>>;
  /** At rest, at the end of the attack, and some time after it. */
  readonly bytes: readonly number[];
  readonly answers: Readonly<Record<string, number>>;
}

function reportOf(figures: Figures): BenchReport {
  const { atRest, underAttack, clientMs, tails, bytes, answers } = figures;
  const whats: readonly What[] = ['page', 'me', 'run'];
  const p99 = (all: readonly number[]) => percentile(all, 0.99);
  const rows = whats.map((what) => {
    const restMs = atRest[what].map(({ ms }) => ms);
    const attackMs = underAttack[what].map(({ ms }) => ms);
    const answered = underAttack[what].map(({ ms, waitedMs }) => ms - waitedMs);
    const times = ratio(p99(attackMs), p99(restMs));
    const figures = [median(restMs), p99(restMs), median(attackMs), p99(attackMs)];
    return [what, ...figures, p99(answered), times, attackMs.length];
  });
  const [rest = 0, attack = 0, after = 0] = bytes.map((one) => Math.round(one / BYTES_PER_MB));
  const tables: readonly Table[] = [
    {
      title: 'Another user, at rest and under attack',
      columns: [
        ...['what', 'rest p50 ms', 'p99 ms', 'attack p50 ms', 'p99 ms', 'p99 without own wait'],
        ...['times', 'calls'],
      ],
      rows,
      notes: [
        `The goal is at most ${GOALS.times} times the p99. Each call has a connection of its own. The attackers' process has a lower priority, like the flows: theirs would be other machines.`,
        'The own wait is that of the calling process’s main thread for a processor, while the call was under way: a caller on another machine would not have it. It may hide a part of the product’s time. Where it is most of the p99, the ratio tells of this machine, and not of the product.',
        `The calling process itself was late by so many ms (p99), which is in the figures: ${clientMs.map((ms) => ms.toFixed(1)).join(' at rest, ')} under attack.`,
      ],
    },
    tailTable(tails),
    {
      title: 'Memory of the product and its processes, in MB',
      columns: [
        'at rest',
        'at the end of the attack',
        `${SETTLE_MS / 1_000} s later`,
        'more than at rest',
      ],
      rows: [[rest, attack, after, after - rest]],
      notes: [`The goal is at most ${GOALS.megabytes} MB more.`],
    },
    {
      title: 'How the attack was answered',
      columns: ['kind and answer', 'count'],
      rows: Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      notes: [],
    },
  ];
  return { tables, comparisons: [], figures };
}
