import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import {
  closeDatabases,
  database,
} from '../../../functions/adapters/postgres/connection/database.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { serviceKeys } from '../../../functions/adapters/postgres/session/service-keys.ts';
import { newServiceKey, serviceKeyHash } from '../../../functions/callers/for-service.ts';
import { localOrigin } from '../../../infra/local/addresses.ts';
import { copyTemplate } from '../../support/database.ts';
import { freePort } from '../../support/free-ports.ts';
import { effectsOf, expectedEffects, LedgerLoad } from '../../support/ledger-load.ts';
import { seededRandom } from '../../support/random.ts';
import { aSignIn } from '../../support/sign-ins.ts';
import { sharedCompileCache } from '../../support/site-copy.ts';

const program = fileURLToPath(new URL('../../support/start-without-pages.ts', import.meta.url));

const kills = 50;

/** A round takes two seconds; this is for a busy machine. */
const MAX_ROUND_MS = 20_000;

/** Commands in flight at any time, on few wallets, so that some conflict. */
const LANES = 12;
const subs = ['ada', 'bob', 'eve'] as const;

/** The most answers before a kill, and the longest time between the last of them and the kill. */
const MAX_ANSWERS = 60;
const MAX_DELAY_MS = 15;

/** Commands of the past that each round sends again. */
const REPLAYS = 5;

/** The seed of all commands and kills. To repeat a failure, set it to the seed of that run. */
const seed = Math.floor(Math.random() * 2 ** 32);

let folder: string;
let databaseUrl: string;
let load: LedgerLoad;
let port: number;
/** The number of commands in flight at each kill. */
let retried = 0;
const random = seededRandom(seed);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-killed-'));
  databaseUrl = pathToFileURL(join(folder, 'database')).href;
  copyTemplate(join(folder, 'database'));
  port = await freePort();
  const serviceKey = newServiceKey(randomBytes);
  await prepare(database({ databaseUrl }), serviceKey);
  await closeDatabases();
  load = new LedgerLoad({ origin: localOrigin(port), serviceKey, subs, random });
});

afterAll(async () => {
  await closeDatabases();
  rmSync(folder, { recursive: true, force: true });
});

async function prepare(db: Kysely<Schema>, serviceKey: string): Promise<void> {
  const now = new Date();
  for (const sub of subs) await userStore(db).signIn(aSignIn(sub, { now }));
  await serviceKeys(db).make({
    name: 'load',
    scopes: ['holds', 'grants'],
    keyHash: serviceKeyHash(serviceKey),
    now,
  });
}

test(`the product, killed ${kills} times amid commands, did each of them once: those it answered, and the others when they are sent again`, {
  timeout: (kills + 1) * MAX_ROUND_MS,
}, async () => {
  for (let round = 0; round < kills; round += 1) {
    const child = await start();
    await repeatWhatWasSent(`seed ${seed}, round ${round}`);
    await sendUntilKilled(child);
  }
  const last = await start();
  await repeatWhatWasSent(`seed ${seed}, at the end`);
  await kill(last);
  const db = database({ databaseUrl });
  expect(await auditLedger(db), `seed ${seed}`).toEqual([]);
  expect(await effectsOf(db), `seed ${seed}`).toEqual(expectedEffects(load.sent));
  expect(retried).toBeGreaterThan(kills);
});

async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--liftoff-only', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PORT: `${port}`, DATA_DIR: folder, ...sharedCompileCache() },
    timeout: MAX_ROUND_MS,
  });
  const ready = new Promise((resolve) => {
    // Keeps reading, because the product writes its log there.
    createInterface({ input: child.stdout }).on(
      'line',
      (line) => line === 'ready' && resolve(line),
    );
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the product ended before it was ready: seed ${seed}`);
  });
  await Promise.race([ready, ended]);
  ended.catch(() => undefined);
  return child;
}

/** Sends again every unanswered command, and some answered ones, which must be replayed. */
async function repeatWhatWasSent(where: string): Promise<void> {
  retried += load.unanswered().length;
  await load.retryUnanswered();
  expect(load.unanswered(), where).toEqual([]);
  const again = Array.from({ length: Math.min(REPLAYS, load.sent.length) }, () =>
    load.sent.at(Math.floor(random() * load.sent.length)),
  ).filter((command) => command !== undefined);
  const differences = await Promise.all(again.map((command) => load.differenceOnReplay(command)));
  expect(
    differences.filter((difference) => difference !== undefined),
    where,
  ).toEqual([]);
}

async function sendUntilKilled(child: ChildProcess): Promise<void> {
  const mostAnswers = Math.floor(random() * (MAX_ANSWERS + 1));
  const delayMs = random() * MAX_DELAY_MS;
  const enough = Promise.withResolvers<void>();
  let answers = 0;
  const lanes = Array.from({ length: LANES }, async () => {
    while (await load.sendNext()) {
      answers += 1;
      if (answers >= mostAnswers) enough.resolve();
    }
  });
  if (mostAnswers > 0) await enough.promise;
  // The test needs a random moment: it waits for nothing.
  await pause(delayMs);
  await kill(child);
  await Promise.all(lanes);
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}
