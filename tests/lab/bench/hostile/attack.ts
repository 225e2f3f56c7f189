/**
 * Sends what is large, or takes long, of each kind for each account, and opens many connections at
 * once, until it is killed or its time is over. It prints how often each kind was answered how. A
 * program of its own, at a lower priority: attackers have processors of their own, and what these do
 * must not slow down the caller who is measured. The processes for large inputs have a still lower
 * one: at theirs, this program would wait for the runs that it has started, and send less.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { noisyPicture, vastPicture } from './pictures.ts';

const [origin = '', connections = '', flowsOrigin = '', seconds = '', ...tokens] =
  process.argv.slice(2);

/** Refused callers try again so soon. */
const PAUSE_MS = 200;

/**
 * Linux shares the processors among sessions first, and a priority counts within its session alone
 * (`man 7 sched`, "The autogroup feature"). This program has a session of its own.
 */
const sessionPriority = '/proc/self/autogroup';

const priority = constants.priority.PRIORITY_BELOW_NORMAL;
setPriority(priority);
if (existsSync(sessionPriority)) writeFileSync(sessionPriority, String(priority));

const endsAtMs = performance.now() + Number(seconds) * 1_000;
const counts = new Map<string, number>();

function count(kind: string, answer: string): void {
  const name = `${kind}: ${answer}`;
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

const digest = '/flows/document-digest/runs';
const shrink = '/flows/image-shrink/runs';
const keys = Array.from({ length: 100_000 }, (_, index) => `"${(index * 7_919) % 1e9}":1`);

/** Each kind, with its path and body. */
const kinds: readonly (readonly [string, string, string])[] = [
  ['a long text', digest, inputOf({ text: 'The water turns the wheel. '.repeat(7_400) })],
  ['a long sentence', digest, inputOf({ text: 'the water of the mill, '.repeat(8_600) })],
  ['a picture of noise', shrink, inputOf({ picture: await noisyPicture() })],
  ['a picture of 50 megapixels in 2 kB', shrink, inputOf({ picture: await vastPicture() })],
  ['nested brackets', shrink, `{"input":${'['.repeat(690_000)}${']'.repeat(690_000)}}`],
  ['many fields', shrink, `{"input":{${keys.join(',')}}}`],
  ['a large quote', '/flows/image-shrink/quotes', inputOf({ picture: 'A'.repeat(5_300_000) })],
];

function inputOf(input: unknown): string {
  return JSON.stringify({ input });
}

const lanes = tokens.flatMap((token) =>
  kinds.map(([kind, path, body]) => repeat(() => send(token, kind, path, body))),
);
if (Number(connections) > 0) lanes.push(repeat(connectManyTimes));
await Promise.all(lanes);
process.stdout.write(JSON.stringify(Object.fromEntries(counts)));

async function repeat(attack: () => Promise<void>): Promise<void> {
  while (performance.now() < endsAtMs) {
    await attack();
    await pause(PAUSE_MS);
  }
}

async function send(token: string, kind: string, path: string, body: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const signal = AbortSignal.timeout(30_000);
  try {
    const answer = await fetch(flowsOrigin + path, { method: 'POST', headers, body, signal });
    const { code } = z.object({ code: z.optional(z.string()) }).parse(await answer.json());
    count(kind, `${answer.status} ${code ?? ''}`.trim());
  } catch {
    count(kind, 'no answer');
  }
}

/** Opens connections, asks on each for the home page, and waits for all answers. */
async function connectManyTimes(): Promise<void> {
  const { hostname, port, host } = new URL(origin);
  const one = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.setTimeout(10_000, () => socket.destroy());
      socket.on('error', () => undefined);
      socket.on('data', () => undefined);
      socket.on('close', () => resolve());
      socket.write(`GET /api/auth/me HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    });
  await Promise.all(Array.from({ length: Number(connections) }, one));
  count(`${connections} connections`, 'answered');
}
