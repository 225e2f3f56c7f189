import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { localOrigin, portOffsets } from '../../../infra/local/addresses.ts';
import { requestedWithHeader } from '../../../src/contract/sign-in.ts';
import { signInOverHttp } from '../../integration/journeys/sign-in-over-http.ts';
import { freePort } from '../../support/free-ports.ts';
import {
  type Bench,
  type BenchContext,
  type BenchReport,
  readNumber,
  withTemporaryFolder,
} from './bench.ts';
import { callFor, type Lane, type Measured, meLane, pageLane, runLane } from './hostile/calls.ts';
import { measureTails, tailTable } from './hostile/tails.ts';
import { residentBytesOf, startChild } from './programs.ts';
import { type ServedSite, serveSite } from './site/servers.ts';
import { median, percentile, ratio } from './statistics.ts';
import type { Table } from './table.ts';

/** The access tokens are good for five minutes, and each part of the bench has its own. */
const MAX_SECONDS = 120;

/** The users run in turn, each once a second; more would use up the limit of their network. */
const USERS = 2;
/** A user can pay for so many runs. */
const CREDITS = 5_000;
const ATTACKERS = 3;
/** The runners run pictures while many connect at once. */
const RUNNERS = 4;

/** How many connections are opened at once. */
const CONNECTIONS = 128;

/** How long the bare server is measured at rest, and as long under attack. */
const BARE_SECONDS = 30;
const LOOK_MS = 50;

/** A server that has just started is slower, up to twice in the p99. Runs are limited: few of them. */
const WARM_UP_SECONDS = { runs: 3, others: 20 } as const;

/** How long memory has to come back, in milliseconds. */
const SETTLE_MS = 35_000;

const GOALS = { times: 3, megabytes: 50 } as const;
const BYTES_PER_MB = 1_000_000;

/** Measures other users' waits while three accounts send the worst of each kind. */
export const hostileBench: Bench = {
  about: 'a page, `me` and a run of other users while three accounts send the worst of each kind',
  options: [
    {
      name: 'seconds',
      type: 'string',
      default: '60',
      about: 'how long the rest and each attack take',
    },
  ],
  prepare({ seconds }) {
    const each = readNumber('seconds', seconds, MAX_SECONDS);
    return (context) =>
      withTemporaryFolder(async (folder) => {
        context.say('building the site');
        const site = await serveSite(join(folder, 'site'), context.signal);
        try {
          return reportOf(await measure(site, folder, each, context));
        } finally {
          await site.stop();
        }
      });
  },
};

/** The effect of an attack on others, and the number of each kind of answer. */
interface Attacked {
  readonly others: Measured;
  readonly answers: Readonly<Record<string, number>>;
}

interface Figures {
  readonly atRest: Measured;
  readonly byAccounts: Attacked;
  /** By accounts and by connections. */
  readonly byAll: Attacked;
  /** A bare server at rest, and under connections alone. */
  readonly bare: { readonly atRest: Measured; readonly byConnections: Attacked };
  readonly tails: Awaited<ReturnType<typeof measureTails>>;
  /** At rest, at the end of the attacks, and some time after it. */
  readonly bytes: readonly number[];
}

async function measure(
  site: ServedSite,
  folder: string,
  seconds: number,
  context: BenchContext,
): Promise<Figures> {
  const { origin, port, pid } = site;
  const flowsOrigin = localOrigin(port + portOffsets.flowsApi);
  const { users, attackers, runners } = await signInAll(site, folder);
  const tokensOf = (cookies: readonly string[]) =>
    Promise.all(cookies.map((cookie) => accessTokenOf(origin, cookie)));
  const [page, me] = [pageLane(origin), meLane(origin, users[0] ?? '')] as const;
  const lanes = async () => [page, me, runLane(flowsOrigin, await tokensOf(users))];
  const attackWith = async (connections: number) => {
    const sender = { origin, connections, flowsOrigin, tokens: await tokensOf(attackers) };
    return attack(sender, seconds, await lanes(), context.signal);
  };
  await callFor(WARM_UP_SECONDS.runs, await lanes());
  await callFor(WARM_UP_SECONDS.others, [page, me]);
  context.say('at rest');
  const atRest = await callFor(seconds, await lanes());
  const restBytes = residentBytesOf(pid);
  context.say('under the attack of three accounts');
  const byAccounts = await attackWith(0);
  context.say('many connections at once');
  const tails = await measureTails([page, me], flowsOrigin, await tokensOf(runners));
  context.say('a bare server under many connections at once');
  const bare = await measureBare(join(folder, 'site/data/site/index.html'), context.signal);
  context.say('under the attack of three accounts and many connections');
  const byAll = await attackWith(CONNECTIONS);
  const attackBytes = residentBytesOf(pid);
  context.say('memory comes back');
  await pause(SETTLE_MS, undefined, { signal: context.signal });
  const bytes = [restBytes, attackBytes, residentBytesOf(pid)];
  return { atRest, byAccounts, byAll, bare, tails, bytes };
}

/** The addresses and tokens of an attack. */
interface Sender {
  readonly origin: string;
  /** How many connections are opened at once; 0 for none. */
  readonly connections: number;
  readonly flowsOrigin?: string;
  /** The access tokens of the accounts that attack. */
  readonly tokens?: readonly string[];
}

/** Calls in these lanes for some seconds, while somebody attacks. */
async function attack(
  { origin, connections, flowsOrigin = '', tokens = [] }: Sender,
  seconds: number,
  lanes: readonly Lane[],
  signal: AbortSignal,
): Promise<Attacked> {
  const sent = [origin, String(connections), flowsOrigin, String(seconds), ...tokens];
  const child = startProgram('attack', sent, signal);
  const others = await callFor(seconds, lanes);
  const code = await child.ended;
  if (code !== 0) throw new Error(`${child.output()}\nThe attack failed.`);
  const answers = z.record(z.string(), z.number()).parse(JSON.parse(child.output()));
  return { others, answers };
}

/** Starts a program of this bench, with nothing of the environment but the path. */
function startProgram(name: string, args: readonly string[], signal: AbortSignal) {
  const path = fileURLToPath(new URL(`hostile/${name}.ts`, import.meta.url));
  const variables = { PATH: process.env.PATH };
  return startChild({ args: [path, ...args], folder: process.cwd(), variables }, signal);
}

/**
 * Measures what Node alone does with so many connections.
 *
 * @param file the page that it answers with
 */
async function measureBare(file: string, signal: AbortSignal): Promise<Figures['bare']> {
  const port = await freePort();
  const server = startProgram('bare-server', [String(port), file], signal);
  try {
    while (server.output() !== 'ready') {
      if (server.process.exitCode !== null) throw new Error(server.output());
      await pause(LOOK_MS, undefined, { signal });
    }
    const origin = localOrigin(port);
    const lanes = [pageLane(origin, 'page of a bare server')];
    await callFor(WARM_UP_SECONDS.runs, lanes);
    const atRest = await callFor(BARE_SECONDS, lanes);
    const sender = { origin, connections: CONNECTIONS };
    return { atRest, byConnections: await attack(sender, BARE_SECONDS, lanes, signal) };
  } finally {
    server.kill();
  }
}

/** The cookies of the users who are measured, with credits, and of others with those of the trial. */
async function signInAll(site: ServedSite, folder: string) {
  const { origin, port } = site;
  const product = { origin, providerOrigin: localOrigin(port + portOffsets.identityProvider) };
  const cookies: string[] = [];
  for (let index = 0; index < USERS + ATTACKERS + RUNNERS; index += 1) {
    const email = `user-${index}@example.com`;
    cookies.push(await signInOverHttp(product, email));
    if (index < USERS) await grantTo(email, join(folder, 'site'), port);
  }
  const others = cookies.slice(USERS);
  return {
    users: cookies.slice(0, USERS),
    attackers: others.slice(0, ATTACKERS),
    runners: others.slice(ATTACKERS),
  };
}

async function grantTo(email: string, root: string, port: number): Promise<void> {
  const grant = ['grant', '--user', email, '--amount', String(CREDITS), '--reason', 'bench'];
  const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(root, 'data') };
  const args = [join(root, 'infra/local/credits.ts'), ...grant];
  await promisify(execFile)(process.execPath, args, { cwd: root, env });
}

async function accessTokenOf(origin: string, cookie: string): Promise<string> {
  const { name, value } = requestedWithHeader;
  const headers = { cookie, origin, 'sec-fetch-site': 'same-origin', [name]: value };
  const answer = await fetch(`${origin}/api/auth/token`, { method: 'POST', headers });
  return z.object({ accessToken: z.string() }).parse(await answer.json()).accessToken;
}

function reportOf(figures: Figures): BenchReport {
  const { atRest, byAccounts, byAll, bare, tails, bytes } = figures;
  const [rest = 0, attacked = 0, after = 0] = bytes.map((one) => Math.round(one / BYTES_PER_MB));
  const tables: readonly Table[] = [
    {
      title: 'Other users, at rest and while three accounts send the worst of each kind',
      columns,
      rows: rowsOf(atRest, byAccounts),
      notes: [
        `The goal is at most ${GOALS.times} times the p99. Each call has a connection of its own. The attackers' process has a lower priority, like the flows: theirs would be other machines.`,
        'The own wait is that of the calling process’s main thread for a processor, while the call was under way: a caller on another machine would not have it. It may hide a part of the product’s time. Where it is most of the p99, the ratio tells of this machine, and not of the product.',
        latenessOf(atRest, byAccounts),
      ],
    },
    {
      title: `The same, with ${CONNECTIONS} new connections at once, time and again`,
      columns,
      rows: [...rowsOf(atRest, byAll), ...rowsOf(bare.atRest, bare.byConnections)],
      notes: [
        'The bare server is a program of Node’s with the page in memory, under the connections alone, which ask it for nothing else: it shows what Node and the system need for them.',
        latenessOf(atRest, byAll),
      ],
    },
    tailTable(tails),
    {
      title: 'Memory of the product and its processes, in MB',
      columns: [
        'at rest',
        'at the end of the attacks',
        `${SETTLE_MS / 1_000} s later`,
        'more than at rest',
      ],
      rows: [[rest, attacked, after, after - rest]],
      notes: [`The goal is at most ${GOALS.megabytes} MB more.`],
    },
    {
      title: 'How the two attacks were answered',
      columns: ['kind and answer', 'count', 'with connections'],
      rows: [...new Set([...Object.keys(byAccounts.answers), ...Object.keys(byAll.answers)])]
        .toSorted()
        .map((kind) => [kind, byAccounts.answers[kind] ?? 0, byAll.answers[kind] ?? 0]),
      notes: [],
    },
  ];
  return { tables, comparisons: [], figures };
}

const columns = [
  ...['what', 'rest p50 ms', 'p99 ms', 'attack p50 ms', 'p99 ms', 'p99 without own wait'],
  ...['times', 'calls'],
];

function rowsOf(atRest: Measured, { others }: Attacked) {
  return Object.entries(atRest.calls).map(([what, calls]) => {
    const restMs = calls.map(({ ms }) => ms);
    const attacked = others.calls[what] ?? [];
    const attackMs = attacked.map(({ ms }) => ms);
    const [restP99, attackP99] = [percentile(restMs, 0.99), percentile(attackMs, 0.99)];
    const answered = percentile(
      attacked.map(({ ms, waitedMs }) => ms - waitedMs),
      0.99,
    );
    const times = ratio(attackP99, restP99);
    return [
      what,
      median(restMs),
      restP99,
      median(attackMs),
      attackP99,
      answered,
      times,
      attackMs.length,
    ];
  });
}

function latenessOf(atRest: Measured, { others }: Attacked): string {
  return `The calling process itself was late by ${atRest.lateMs.toFixed(1)} ms (p99) at rest and ${others.lateMs.toFixed(1)} ms under attack, which is in the figures.`;
}
