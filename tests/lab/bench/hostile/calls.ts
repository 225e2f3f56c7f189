import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** A run a second stays within the limit of its user; the others are not limited. */
const PAUSES_MS = { page: 100, me: 100, run: 1_000 } as const;

/** Calls of one kind, one after the other. */
export interface Lane {
  readonly what: string;
  readonly pauseMs: number;
  readonly call: () => Promise<void>;
}

/** How long a call took, and how long of that our main thread waited for a processor, in ms. */
export interface Took {
  readonly ms: number;
  readonly waitedMs: number;
}

export interface Measured {
  /** The calls of each kind. */
  readonly calls: Readonly<Record<string, readonly Took[]>>;
  /** How late the event loop of this process was at worst in 99 of 100 moments, in ms. */
  readonly lateMs: number;
}

const NANOSECONDS_PER_MS = 1_000_000;

export function pageLane(origin: string, what = 'page'): Lane {
  return { what, pauseMs: PAUSES_MS.page, call: () => answered(`${origin}/`, 'GET', {}) };
}

export function meLane(origin: string, cookie: string): Lane {
  const call = () => answered(`${origin}/api/auth/me`, 'GET', { cookie });
  return { what: 'me', pauseMs: PAUSES_MS.me, call };
}

/** Runs of some users in turn, so that one of them runs at a time. */
export function runLane(flowsOrigin: string, tokens: readonly string[]): Lane {
  const text = 'Water drives the wheel all day. The wheel drives the mill. Bread is made of flour.';
  const body = JSON.stringify({ input: { text } });
  let count = 0;
  const call = () => {
    const authorization = `Bearer ${tokens[count++ % tokens.length]}`;
    const asked = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const url = `${flowsOrigin}/flows/document-digest/runs`;
    return answered(url, 'POST', { ...asked, authorization }, body);
  };
  return { what: 'run', pauseMs: PAUSES_MS.run / tokens.length, call };
}

/** Calls for some seconds, each lane in its own rhythm. */
export async function callFor(seconds: number, lanes: readonly Lane[]): Promise<Measured> {
  const endsAtMs = performance.now() + seconds * 1_000;
  const calls: Record<string, Took[]> = {};
  const repeat = async ({ what, pauseMs, call }: Lane) => {
    const took: Took[] = [];
    calls[what] = took;
    while (performance.now() < endsAtMs) {
      const [begunMs, waitedMs] = [performance.now(), waited()];
      await call();
      took.push({ ms: performance.now() - begunMs, waitedMs: waited() - waitedMs });
      await pause(pauseMs);
    }
  };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await Promise.all(lanes.map(repeat));
  delay.disable();
  return { calls, lateMs: delay.percentile(99) / NANOSECONDS_PER_MS };
}

const schedule = '/proc/self/schedstat';

/**
 * How long the main thread has waited for a processor so far, in milliseconds; 0 where the system does
 * not tell. Source: the second field, in `Documentation/scheduler/sched-stats.rst` of Linux.
 */
function waited(): number {
  if (!existsSync(schedule)) return 0;
  const [, nanoseconds = '0'] = readFileSync(schedule, 'utf8').split(' ');
  return Number(nanoseconds) / NANOSECONDS_PER_MS;
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
