import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeDatabases,
  database,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { auditDatabase } from '../../support/audit.ts';
import { copyTemplate } from '../../support/database.ts';
import { seededRandom } from '../../support/random.ts';
import { sharedCompileCache } from '../../support/site-copy.ts';

const program = fileURLToPath(new URL('../../support/sign-in-until-killed.ts', import.meta.url));

/** The kills are divided between two databases that are in use at the same time. */
const databases = [0, 1] as const;
const killsOfEach = 50;

/** A round takes a second; this is for a busy machine. */
const MAX_ROUND_MS = 8_000;

/** Ends a process that nobody kills. */
const MAX_LIFE_MS = 60_000;

/**
 * The test kills after at most so many answered sign-ins, and so many milliseconds after the last.
 */
const MAX_SIGN_INS = 8;
const MAX_DELAY_MS = 20;

/** The seed of all kills. To repeat a failure, set it to the seed of that run. */
const seed = Math.floor(Math.random() * 2 ** 32);

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'killed-'));
});

afterAll(async () => {
  await closeDatabases();
  rmSync(folder, { recursive: true, force: true });
});

test.concurrent.each(databases)(
  `a process killed ${killsOfEach} times amid sign-ins keeps all that it answered and stores none in part (database %i)`,
  { timeout: killsOfEach * MAX_ROUND_MS },
  async (number) => {
    const databaseUrl = newDatabase(number);
    const random = seededRandom(seed + number);
    const answered: string[] = [];
    for (let round = 0; round < killsOfEach; round += 1) {
      const where = `seed ${seed}, database ${number}, round ${round}`;
      const blow = aBlow(random);
      const { audit, signedIn } = await runAndKill([databaseUrl, `round-${round}`], blow, where);
      expect(audit.findings, where).toEqual([]);
      expect(missing(answered, audit.sessions), where).toEqual([]);
      answered.push(...signedIn);
    }
    expect(await auditDatabase(database({ databaseUrl })), `seed ${seed}, at the end`).toEqual([]);
    expect(answered.length).toBeGreaterThan(killsOfEach);
  },
);

function newDatabase(number: number): string {
  const directory = join(folder, String(number));
  copyTemplate(directory);
  return pathToFileURL(directory).href;
}

interface Blow {
  readonly afterSignIns: number;
  readonly delayMs: number;
}

function aBlow(random: () => number): Blow {
  return {
    afterSignIns: Math.floor(random() * (MAX_SIGN_INS + 1)),
    delayMs: random() * MAX_DELAY_MS,
  };
}

function missing(expected: readonly string[], present: readonly string[]): readonly string[] {
  const all = new Set(present);
  return expected.filter((one) => !all.has(one));
}

interface Seen {
  /** The findings of the process at its start. */
  readonly audit: { readonly findings: readonly string[]; readonly sessions: readonly string[] };
  readonly signedIn: readonly string[];
}

async function runAndKill(args: readonly string[], blow: Blow, where: string): Promise<Seen> {
  const child = spawn(process.execPath, [...quickStart, program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...sharedCompileCache() },
    timeout: MAX_LIFE_MS,
  });
  const ended = once(child, 'exit');
  const signedIn: string[] = [];
  let audit: Seen['audit'] | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, ...rest] = line.split(' ');
    if (word === 'audit') audit = JSON.parse(rest.join(' '));
    else signedIn.push(rest.join(' '));
    if (signedIn.length === blow.afterSignIns) {
      // The test needs a random moment: it waits for nothing.
      await pause(blow.delayMs);
      child.kill('SIGKILL');
    }
  }
  const [, signal] = await ended;
  if (signal === 'SIGKILL' && audit) return { audit, signedIn };
  throw new Error(`the process ended before it was killed: ${where}`);
}

/**
 * No process lives long enough for V8's optimizing compiler of WebAssembly to be worth its time.
 */
const quickStart = ['--liftoff-only'] as const;
