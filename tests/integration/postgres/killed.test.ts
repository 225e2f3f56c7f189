import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../support/database.ts';

const program = fileURLToPath(new URL('../../support/sign-in-until-killed.ts', import.meta.url));

/** `npm run test:long` asks for more. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 12);

/** A round takes a second or two; this is for a busy machine. */
const MAX_ROUND_MS = 8_000;

/** The blow falls after 1 to so many sign-ins, and up to so long after the last of them. */
const MAX_SIGN_INS = 8;
const MAX_DELAY_MS = 15;

test(`a process killed ${ROUNDS} times amid sign-ins loses none it confirmed and leaves no half of one`, {
  timeout: ROUNDS * MAX_ROUND_MS,
}, async () => {
  const home = emptyFolder();
  const confirmed: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const seen = await runAndKill(home.databaseUrl, `round-${round}`);
    expect(seen.audit.findings).toEqual([]);
    expect(seen.audit.users).toEqual(expect.arrayContaining(confirmed));
    expect(seen.signedIn.length).toBeGreaterThan(0);
    confirmed.push(...seen.signedIn);
  }
  await home.remove();
});

interface Seen {
  readonly audit: { readonly findings: readonly string[]; readonly users: readonly string[] };
  readonly signedIn: readonly string[];
}

async function runAndKill(databaseUrl: string, name: string): Promise<Seen> {
  const child = spawn(process.execPath, [program, databaseUrl, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const enough = 1 + Math.floor(Math.random() * MAX_SIGN_INS);
  const signedIn: string[] = [];
  let audit: Seen['audit'] | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, ...rest] = line.split(' ');
    if (word === 'audit') audit = JSON.parse(rest.join(' '));
    if (word === 'signed-in') signedIn.push(rest.join(' '));
    if (signedIn.length === enough) {
      // A random moment is what this test is about: nothing is waited for.
      await pause(Math.random() * MAX_DELAY_MS);
      child.kill('SIGKILL');
    }
  }
  const [, signal] = await ended;
  if (signal !== 'SIGKILL' || !audit) throw new Error('the process ended before it was killed');
  return { audit, signedIn };
}
